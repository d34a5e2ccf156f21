import { firstEpoch } from '@scangate/domain/credits/leases/epoch';
import { isLeased, type LeasedPool } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool, PoolLease } from '@scangate/domain/records';

type PoolId = Pick<Pool, 'accountId' | 'pool'>;

/** The key of a pool among those of a process. */
export const keyOf = ({ accountId, pool }: PoolId): string => `${accountId}#${pool}`;

interface Seen {
  pool: Pool;
  /** The epochs of leases that were found in another one than their pool. */
  epochs: Map<number, number | undefined>;
}

/**
 * The pools with leases or an epoch that this process has seen, which only suggest the way to try first: conditions
 * decide.
 */
export class SeenPools {
  readonly #pools = new Map<string, Seen>();

  note(pool: Pool): void {
    const key = keyOf(pool);
    if (!isLeased(pool) && pool.epoch === undefined) {
      this.#pools.delete(key);
      return;
    }
    const known = this.#pools.get(key);
    const isSame = known?.pool.leaseId === pool.leaseId && known?.pool.epoch === pool.epoch;
    this.#pools.set(key, { pool, epochs: (isSame && known?.epochs) || new Map() });
  }

  leased(id: PoolId): LeasedPool | undefined {
    const pool = this.#pools.get(keyOf(id))?.pool;
    return isLeased(pool) ? pool : undefined;
  }

  epochOf(id: PoolId): number | undefined {
    return this.#pools.get(keyOf(id))?.pool.epoch;
  }

  /** Records the epoch of an open lease. A pool is raised before its leases, and is where the furthest of them is. */
  noteLease(lease: PoolLease): void {
    const key = keyOf(lease);
    const known = this.#pools.get(key);
    if (!known) return;
    const { pool, epochs } = known;
    if (lease.epoch !== undefined && lease.epoch > (pool.epoch ?? firstEpoch))
      this.#pools.set(key, { pool: { ...pool, epoch: lease.epoch }, epochs: new Map() });
    else epochs.set(lease.slot, lease.epoch);
  }

  epochOfLease(pool: LeasedPool, slot: number): number | undefined {
    const { pool: latest, epochs } = this.#pools.get(keyOf(pool)) ?? { pool, epochs: new Map() };
    return epochs.has(slot) ? epochs.get(slot) : (latest.epoch ?? firstEpoch);
  }
}
