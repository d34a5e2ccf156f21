import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import type { Scan } from '@scangate/domain/records';
import { scanStateView } from '@scangate/domain/scans/scan-views';
import { serve, type Request } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/** Pages read for one answer; a filter that matches little gives a short page with a cursor, never a slow one. */
const pagesPerAnswer = 10;

type Query = Request<typeof endpoint>['query'];

const matches = (scan: Scan, { repositoryId, branch, status }: Query): boolean =>
  (repositoryId === undefined || scan.repositoryId === repositoryId) &&
  (branch === undefined || scan.branch === branch) &&
  (status === undefined || scan.status === status);

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  let cursor = decodeCursor(query.cursor, endpoint.name, organizationId);
  const found: Scan[] = [];
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const limit = query.limit - found.length;
    const page = await store.list('scans', { organizationId }, { limit, ...(cursor && { cursor }) });
    found.push(...page.items.filter((scan) => matches(scan, query)));
    cursor = page.cursor;
    if (cursor === undefined || found.length === query.limit) break;
  }
  return { status: 200, body: pageResponse(found.map(scanStateView), cursor, endpoint.name, organizationId) };
});
