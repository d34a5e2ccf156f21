import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { Instant, Pool } from '../records.ts';
import { PoolMoved } from './refund-scan.ts';

/**
 * A support adjustment with its motif. A positive one is bought for the customer and does not expire; a negative
 * one takes unspent bought credits, then unspent included ones, and stops at 0: the entry records what it could
 * not take (billing.md, "Support adjustments").
 */
export const adjustPool = (
  pool: Pool,
  amount: number,
  motif: string,
  adjustmentId: string,
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] => {
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new Problem('validation_failed', { detail: 'An adjustment is a whole number of credits, not 0.' });
  }
  const applied = Math.max(amount, -pool.available);
  const overage = Math.max(0, pool.consumed - pool.included);
  const unspentPurchased = pool.purchased - overage;
  const fromPurchased = applied > 0 ? applied : Math.max(applied, -unspentPurchased);
  const untaken = applied - amount;
  return [
    {
      change: 'update',
      record: 'pool',
      id: { accountId: pool.accountId, pool: pool.pool },
      add: { available: applied, purchased: fromPurchased, included: applied - fromPurchased },
      when: (['available', 'purchased', 'included', 'consumed'] as const).map((field) => ({
        field,
        is: 'equal',
        value: pool[field],
      })),
      refused: () => new PoolMoved(),
    },
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: {
        accountId: pool.accountId,
        pool: pool.pool,
        cause: `adjust#${adjustmentId}`,
        at: now,
        kind: 'adjust',
        amount: applied,
        motif: untaken > 0 ? `${motif} (${untaken} more could not be taken)` : motif,
      },
    },
  ];
};
