import type { Scan, ScanStatus } from '@scangate/domain/records';
import type { Page, Store } from '#ports/store.ts';

/** Bounds the time of one answer: a filter that matches little gives a short page with a cursor, never a slow one. */
const pagesPerAnswer = 10;

interface ScanFilter {
  repositoryId?: string | undefined;
  branch?: string | undefined;
  status?: ScanStatus | undefined;
}

interface ScanListRequest {
  organizationId: string;
  filter: ScanFilter;
  limit: number;
  cursor: string | undefined;
}

const matches = (scan: Scan, { repositoryId, branch, status }: ScanFilter): boolean =>
  (repositoryId === undefined || scan.repositoryId === repositoryId) &&
  (branch === undefined || scan.branch === branch) &&
  (status === undefined || scan.status === status);

/** Lists the scans of an organization that match a filter, newest first. */
export const listScans = async (
  { organizationId, filter, limit, cursor: start }: ScanListRequest,
  store: Pick<Store<'scan'>, 'list'>,
): Promise<Page<Scan>> => {
  let cursor = start;
  const found: Scan[] = [];
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const options = { limit: limit - found.length, ...(cursor && { cursor }) };
    const page = await store.list('scans', { organizationId }, options);
    found.push(...page.items.filter((scan) => matches(scan, filter)));
    cursor = page.cursor;
    if (cursor === undefined || found.length === limit) break;
  }
  return { items: found, ...(cursor !== undefined && { cursor }) };
};
