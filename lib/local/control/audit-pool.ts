import { auditPool, type LedgerRead, type PoolAudit } from '@scangate/domain/ledger/audit-ledger';
import type { LedgerEntry, Pool } from '@scangate/domain/records';

/** Audits a pool from two streams of its ledger, both sorted by cause: all entries, and the refunds. */
export const auditPoolFromStreams = async (
  pool: Pool,
  entries: AsyncIterable<LedgerEntry>,
  refunds: AsyncIterable<LedgerEntry>,
): Promise<PoolAudit> => {
  const streams: Record<LedgerRead, AsyncIterator<LedgerEntry>> = {
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
