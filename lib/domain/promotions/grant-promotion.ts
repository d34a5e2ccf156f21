import { withPool, type BillingOutcome, type BillingState } from '../accounts/billing-state.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';
import { addPromotion, expireNextPromotion } from './promotional-credits.ts';

export interface PromotionalGrant {
  /** Identifies the grant, so that it is booked once. */
  grantId: string;
  pool: PoolName;
  /** Whole credits. */
  amount: number;
  expiresAt: Instant;
  /** The reason, for the ledger. */
  motif: string;
}

/** The limit of simultaneous grants of a pool, so that its record stays small. */
export const maxPromotions = 20;

/** Grants credits that expire at an instant, whatever is left of them by then. */
export const grantPromotion = (
  state: BillingState,
  { grantId, pool: name, amount, expiresAt: given, motif }: PromotionalGrant,
  now: Instant,
): BillingOutcome => {
  const pool = state.pools[name];
  const expiresAt = new Date(given).toISOString();
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new Problem('validation_failed', { detail: 'A grant is a positive whole number of credits.' });
  if (expiresAt <= now) throw new Problem('validation_failed', { detail: 'The grant has expired already.' });
  if (!Number.isSafeInteger(pool.available + pool.purchased + amount))
    throw new Problem('validation_failed', { detail: 'No pool holds that many credits.' });
  if ((pool.promotions ?? []).length >= maxPromotions)
    throw new Problem('conflict', { detail: `A pool has at most ${maxPromotions} grants at a time.` });
  const granted = addPromotion(pool, { grantId, amount, expiresAt });
  return {
    state: withPool(state, granted),
    entries: [
      {
        accountId: pool.accountId,
        pool: name,
        cause: `promotion#${grantId}`,
        at: now,
        kind: 'grant',
        amount,
        source: 'promotional',
        motif,
      },
    ],
    auditNotes: [
      {
        action: 'credits.promotion_granted',
        cause: grantId,
        before: { pool: name, available: pool.available },
        after: { pool: name, available: granted.available, expiresAt, motif },
      },
    ],
  };
};

/** Expires the grant of a pool that is the first to expire. */
export const expirePromotionOf = (state: BillingState, name: PoolName, now: Instant): BillingOutcome => {
  const { pool, entries } = expireNextPromotion(state.pools[name], now);
  return { state: withPool(state, pool), entries, auditNotes: [] };
};
