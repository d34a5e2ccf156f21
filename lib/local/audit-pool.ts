import { auditPool, type Asked, type PoolAudit } from '../domain/billing/audit-ledger.ts';
import type { LedgerEntry, Pool } from '../domain/records.ts';

/** Audits a pool from two readings of its ledger, both by cause: of all entries, and of the refunds alone. */
export const auditStreams = async (
  pool: Pool,
  entries: AsyncIterable<LedgerEntry>,
  refunds: AsyncIterable<LedgerEntry>,
): Promise<PoolAudit> => {
  const streams: Record<Asked, AsyncIterator<LedgerEntry>> = {
    entry: entries[Symbol.asyncIterator](),
    refund: refunds[Symbol.asyncIterator](),
  };
  const audit = auditPool(pool);
  let step = audit.next();
  while (!step.done) {
    const { value, done } = await streams[step.value].next();
    step = audit.next(done ? undefined : (value as LedgerEntry));
  }
  return step.value;
};
