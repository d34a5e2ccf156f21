import { isAuditFilter, matchesAuditFilter, type AuditFilter } from '@scangate/domain/audit/audit-filter';
import type { InstantRange } from '@scangate/domain/instant';
import type { AuditEvent } from '@scangate/domain/records';
import { eventPosition, listAll, type Page, type Store } from '#ports/store.ts';

/** Bounds the reads of one response: a filter with few matches gives a short page with a cursor, never a slow one. */
const pagesPerAnswer = 10;
const examinedAtOnce = 500;

type AuditReader = Pick<Store<'auditEvent'>, 'list'>;

export interface AuditRequest {
  organizationId: string;
  filter: AuditFilter;
  range: InstantRange;
}

/** Lists the matching events, newest first. Without a filter it is one query. */
export const listAuditEvents = async (
  {
    organizationId,
    filter,
    range,
    limit,
    cursor: start,
  }: AuditRequest & { limit: number; cursor: string | undefined },
  store: AuditReader,
): Promise<Page<AuditEvent>> => {
  const atOnce = isAuditFilter(filter) ? examinedAtOnce : limit;
  const found: AuditEvent[] = [];
  let cursor = start;
  for (let pages = 0; pages < pagesPerAnswer; pages++) {
    const options = { ...range, limit: atOnce, ...(cursor !== undefined && { cursor }) };
    const page = await store.list('auditEvents', { organizationId }, options);
    const matching = page.items.filter((event) => matchesAuditFilter(event, filter));
    const taken = matching.slice(0, limit - found.length);
    found.push(...taken);
    const last = taken.at(-1);
    if (found.length === limit && last) {
      const isEnd = page.cursor === undefined && last === page.items.at(-1);
      return { items: found, ...(!isEnd && { cursor: eventPosition(last) }) };
    }
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { items: found, ...(cursor !== undefined && { cursor }) };
};

/** Yields all events that match, newest first, and reads page by page as it goes. */
export async function* readAuditEvents(
  { organizationId, filter, range }: AuditRequest,
  store: AuditReader,
): AsyncGenerator<AuditEvent> {
  const all = listAll(store, {
    list: 'auditEvents',
    owner: { organizationId },
    ...range,
    limit: examinedAtOnce,
  });
  for await (const event of all) if (matchesAuditFilter(event, filter)) yield event;
}
