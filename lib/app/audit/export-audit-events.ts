import { auditHeader, auditLine } from '@scangate/domain/audit/audit-csv';
import type { AuditEvent } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { readAuditEvents, type AuditRequest } from './list-audit-events.ts';

/** Characters of a chunk; sending a row at a time would be many small writes. */
const chunkLength = 32 * 1024;

async function* chunks(first: IteratorResult<AuditEvent>, rest: AsyncGenerator<AuditEvent>) {
  let chunk = auditHeader();
  for (let next = first; !next.done; next = await rest.next()) {
    chunk += auditLine(next.value);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/**
 * Writes the matching events as CSV, newest first. The first one is read before this returns, so that an error at
 * the start can still be answered with its status.
 */
export const exportAuditEvents = async (
  request: AuditRequest,
  store: Pick<Store<'auditEvent'>, 'list'>,
): Promise<AsyncGenerator<string>> => {
  const events = readAuditEvents(request, store);
  return chunks(await events.next(), events);
};
