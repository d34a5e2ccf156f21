import { Problem } from '../problem.ts';
import type { Instant, Pool } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { unspentPurchased } from './monthly-refill.ts';
import { withPool, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

export interface Adjustment {
  /** Names it once: the same one again finds its entry. */
  adjustmentId: string;
  pool: PoolName;
  /** Whole credits; negative takes. */
  amount: number;
  /** Why, for the ledger. */
  motif: string;
}

/** What an adjustment does: a negative one takes unspent bought credits, then unspent included ones, and stops at 0. */
const apply = (pool: Pool, amount: number): { applied: number; adjusted: Pool } => {
  const applied = Math.max(amount, -pool.available);
  const bought = Math.max(applied, -unspentPurchased(pool));
  const adjusted = {
    ...pool,
    available: pool.available + applied,
    purchased: pool.purchased + bought,
    included: pool.included + applied - bought,
  };
  return { applied, adjusted };
};

/**
 * A support adjustment with its motif. A positive one is bought for the customer and does not expire; of a negative one
 * the entry records what it could not take (billing.md, "Support adjustments").
 */
export const adjustPool = (
  state: BillingState,
  { adjustmentId, pool: name, amount, motif }: Adjustment,
  now: Instant,
): BillingOutcome => {
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new Problem('validation_failed', { detail: 'An adjustment is a whole number of credits, not 0.' });
  }
  const pool = state.pools[name];
  const { applied, adjusted } = apply(pool, amount);
  if (!Number.isSafeInteger(adjusted.available + adjusted.purchased)) {
    throw new Problem('validation_failed', { detail: 'No pool holds that many credits.' });
  }
  const untaken = applied - amount;
  const told = untaken > 0 ? `${motif} (${untaken} more could not be taken)` : motif;
  return {
    state: withPool(state, adjusted),
    entries: [
      {
        accountId: pool.accountId,
        pool: name,
        cause: `adjust#${adjustmentId}`,
        at: now,
        kind: 'adjust',
        // Nothing taken would be written as -0.
        amount: applied + 0,
        motif: told,
      },
    ],
    auditNotes: [
      {
        action: 'credits.adjusted',
        cause: adjustmentId,
        before: { pool: name, available: pool.available },
        after: { pool: name, available: adjusted.available, motif: told },
      },
    ],
  };
};
