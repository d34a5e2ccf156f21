import type { Pool } from '../records.ts';
import { promotionalCredits } from '../promotions/promotional-credits.ts';

type Balances = Pick<Pool, 'included' | 'purchased' | 'consumed' | 'promotions'>;
type WithSupport = Balances & Pick<Pool, 'supportGranted'>;

/**
 * Returns the purchased credits that are not spent. Included credits are spent first, then promotional ones, so that
 * no debit has to record which credits it took.
 */
export const unspentPurchased = (pool: Balances): number =>
  pool.purchased - Math.max(0, pool.consumed - pool.included - promotionalCredits(pool));

/**
 * Returns the unspent part of the credits that support granted. Of the purchased credits, bought ones are spent
 * first.
 */
export const unspentSupport = (pool: WithSupport): number =>
  Math.min(pool.supportGranted ?? 0, Math.max(0, unspentPurchased(pool)));

/** Returns the unspent credits that were paid for, the only ones ever returned as money. */
export const unspentBought = (pool: WithSupport): number => unspentPurchased(pool) - unspentSupport(pool);

/** The field of a pool that counts the credits granted by support; it is omitted when they are 0. */
export const supportField = (granted: number): Pick<Pool, 'supportGranted'> =>
  granted > 0 ? { supportGranted: granted } : {};
