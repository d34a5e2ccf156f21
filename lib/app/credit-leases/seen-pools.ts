import { firstEpoch } from '@scangate/domain/credits/leases/epoch';
import { isLeased, type LeasedPool } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool, PoolLease } from '@scangate/domain/records';

type PoolId = Pick<Pool, 'accountId' | 'pool'>;

/** The key of a pool among those of a process. */
export const keyOf = ({ accountId, pool }: PoolId): string => `${accountId}#${pool}`;

/** A loan, with what was found of the epochs of its leases. */
interface SeenLoan {
  pool: LeasedPool;
  /** The epochs of leases that were found in another one than expected. */
  epochs: Map<number, number | undefined>;
  /** Whether the leases that were found have no epoch, so that the others have none either: an older release lent them. */
  isUnnamed: boolean;
}

interface Seen {
  epoch: number | undefined;
  loan?: SeenLoan;
}

/** A process that debits more pools than this forgets those that it saw first. */
const mostPools = 10_000;

/**
 * The pools with leases or an epoch that this process has seen, which only suggest the way to try first: conditions
 * decide.
 */
export class SeenPools {
  readonly #pools = new Map<string, Seen>();

  #remember(key: string, seen: Seen): void {
    this.#pools.set(key, seen);
    if (this.#pools.size <= mostPools) return;
    const [first = key] = this.#pools.keys();
    this.#pools.delete(first);
  }

  note(pool: Pool): void {
    const key = keyOf(pool);
    const known = this.#pools.get(key);
    const { epoch } = pool;
    if (!isLeased(pool)) {
      if (epoch === undefined) this.#pools.delete(key);
      else this.#remember(key, { epoch });
      return;
    }
    const isSame = known?.loan?.pool.leaseId === pool.leaseId && known.epoch === epoch;
    const loan = isSame && known.loan ? known.loan : { epochs: new Map(), isUnnamed: false };
    this.#remember(key, { epoch, loan: { ...loan, pool } });
  }

  leased(id: PoolId): LeasedPool | undefined {
    return this.#pools.get(keyOf(id))?.loan?.pool;
  }

  epochOf(id: PoolId): number | undefined {
    return this.#pools.get(keyOf(id))?.epoch;
  }

  /** Records the epoch of an open lease. A pool advances before its leases, and is where the furthest of them is. */
  noteLease({ slot, epoch, ...lease }: PoolLease): void {
    const key = keyOf(lease);
    const known = this.#pools.get(key);
    if (!known?.loan || known.loan.pool.leaseId !== lease.leaseId) return;
    const { pool, epochs } = known.loan;
    const isAhead = epoch !== undefined && epoch > (known.epoch ?? firstEpoch);
    this.#remember(key, {
      epoch: isAhead ? epoch : known.epoch,
      loan: {
        pool,
        epochs: isAhead ? new Map() : epochs.set(slot, epoch),
        isUnnamed: epoch === undefined,
      },
    });
  }

  epochOfLease(pool: LeasedPool, slot: number): number | undefined {
    const { epoch = firstEpoch, loan } = this.#pools.get(keyOf(pool)) ?? {};
    if (loan?.epochs.has(slot)) return loan.epochs.get(slot);
    return loan?.isUnnamed ? undefined : epoch;
  }
}
