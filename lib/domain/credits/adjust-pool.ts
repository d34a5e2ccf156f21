import { Problem } from '../problem.ts';
import type { Instant, Pool } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { takePromotional, unspentPromotional } from '../promotions/promotional-credits.ts';
import { supportField, unspentPurchased, unspentSupport } from './purchased-credits.ts';
import { withPool, type BillingState, type BillingOutcome } from '../accounts/billing-state.ts';

export interface Adjustment {
  /** Identifies the adjustment, so that it is booked once. */
  adjustmentId: string;
  pool: PoolName;
  /** Whole credits; a negative amount takes credits away. */
  amount: number;
  /** The reason, for the ledger. */
  motif: string;
}

/**
 * A negative amount first takes unspent purchased credits, those of support before bought ones, then unspent
 * promotional ones, then unspent included ones, and stops at a balance of 0.
 */
const apply = (pool: Pool, amount: number): { applied: number; adjusted: Pool } => {
  const applied = Math.max(amount, -pool.available);
  const purchased = Math.max(applied, -unspentPurchased(pool));
  const { promotions = [], supportGranted = 0, ...rest } = pool;
  const promotional = Math.min(purchased - applied, unspentPromotional(pool));
  const taken = promotional > 0 && { promotionsVersion: (pool.promotionsVersion ?? 0) + 1 };
  const adjusted = {
    ...rest,
    ...supportField(supportGranted + Math.max(purchased, -unspentSupport(pool))),
    ...takePromotional(promotions, promotional),
    ...taken,
    available: pool.available + applied,
    purchased: pool.purchased + purchased,
    included: pool.included + applied - purchased + promotional,
  };
  return { applied, adjusted };
};

/**
 * Applies a support adjustment. A positive one adds purchased credits, which do not expire and are never returned as
 * money. The entry of a negative one records the credits that could not be taken (docs/adr/0007-credit-pools.md).
 */
export const adjustPool = (
  state: BillingState,
  { adjustmentId, pool: name, amount, motif }: Adjustment,
  now: Instant,
): BillingOutcome => {
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new Problem('validation_failed', {
      detail: 'An adjustment is a whole number of credits other than 0.',
    });
  }
  const pool = state.pools[name];
  const { applied, adjusted } = apply(pool, amount);
  if (!Number.isSafeInteger(adjusted.available + adjusted.purchased)) {
    throw new Problem('validation_failed', { detail: 'No pool holds that many credits.' });
  }
  const untaken = applied - amount;
  const recordedMotif = untaken > 0 ? `${motif} (${untaken} more could not be taken)` : motif;
  return {
    state: withPool(state, adjusted),
    entries: [
      {
        accountId: pool.accountId,
        pool: name,
        cause: `adjust#${adjustmentId}`,
        at: now,
        kind: 'adjust',
        // Adding 0 turns -0 into 0.
        amount: applied + 0,
        motif: recordedMotif,
      },
    ],
    auditNotes: [
      {
        action: 'credits.adjusted',
        cause: adjustmentId,
        before: { pool: name, available: pool.available },
        after: { pool: name, available: adjusted.available, motif: recordedMotif },
      },
    ],
  };
};
