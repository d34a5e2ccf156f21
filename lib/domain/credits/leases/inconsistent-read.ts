import { minuteMs } from '@scangate/domain/instant';
import { poolNames, type PoolName } from '../credit-pool.ts';
import { isLeased } from './pool-lease.ts';
import type { Pools } from '../book-credit-refunds.ts';

/** A creation responds within half of this time, and clocks agree within the other half. */
const creationMs = minuteMs;

/**
 * Returns whether pools that cannot pay may have been read together with rows from before their last debit. A batch
 * of reads is not a snapshot: it may include the debit of a request but miss its stored response, its scan and its
 * license. A pool that no creation has debited for a while, and the rows read with it, have not changed since the
 * batch began.
 */
export const mayBeInconsistent = (
  pools: Pools,
  total: Readonly<Record<PoolName, number>>,
  now: Date,
): boolean =>
  poolNames.some((name) => {
    const pool = pools[name];
    if (!pool || pool.available >= total[name]) return false;
    const { debitedAt, consumed } = pool;
    if (isLeased(pool)) return true;
    if (debitedAt === undefined) return consumed !== 0;
    return Date.parse(debitedAt) > now.getTime() - creationMs;
  });
