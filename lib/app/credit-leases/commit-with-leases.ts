import type { Change } from '@scangate/domain/record-changes';
import {
  kindOfPoolChange,
  leaseThatPays,
  meetsStamps,
  moveInLease,
  neededBy,
  alwaysFailing,
  requiringEpoch,
  returningLeases,
  withoutLeases,
  type PoolChange,
} from '@scangate/domain/credits/leases/pool-change';
import {
  fillLease,
  isLeased,
  lend,
  mayLend,
  type LeasedPool,
  type LeasePolicy,
} from '@scangate/domain/credits/leases/pool-lease';
import type { Instant, Pool, PoolLease } from '@scangate/domain/records';
import type { FailedCondition, Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import {
  closeLeases,
  LeaseConflict,
  readLeases,
  readStored,
  readWhole,
  takeLeasesBack,
} from './leases-of-pool.ts';
import { isPoolChange, namingEpochs, type Route } from './routes.ts';
import { keyOf, type SeenPools } from './seen-pools.ts';

interface CommitContext {
  store: Pick<Store, 'load' | 'get' | 'commit'>;
  seen: SeenPools;
  random(): number;
  uuid(): string;
  policy: LeasePolicy;
}

/** A debit that collided with other writers of its pool this often has found a busy pool. */
const busyAfter = 4;

/** A closed lease is about to be returned. When that takes longer, its writer has died. */
const patientTries = 6;

/** Returns the instant of the changes, as in their ledger entries. */
const instantOf = (changes: readonly Change[]): Instant | undefined =>
  changes.flatMap((change) =>
    change.record === 'ledgerEntry' && change.change === 'insert' ? [change.item.at] : [],
  )[0];

/**
 * Commits changes that another process may be making at this moment.
 * @returns false when they are refused, or collide once.
 */
const commitUncontended = async (
  changes: readonly Change[],
  store: Pick<Store, 'commit'>,
): Promise<boolean> => {
  const onCollision = () => {
    throw new LeaseConflict();
  };
  try {
    return (await store.commit(changes, { onCollision })) === undefined;
  } catch (error) {
    if (error instanceof LeaseConflict) return false;
    throw error;
  }
};

/** One commit, with what it has learned from its tries so far. */
class Commit {
  readonly #changes: readonly Change[];
  readonly #context: CommitContext;
  readonly #now: Instant | undefined;
  /** The leases to try, by pool, and the pools to be debited besides their leases. */
  readonly #slots = new Map<string, number>();
  readonly #besideLeases = new Set<string>();
  /** Pools that have changed since they were seen. */
  readonly #stale = new Map<string, PoolChange>();
  readonly #collisions = new Map<string, number>();
  /** Busy pools that have too little to lend, as read. */
  readonly #small = new Map<string, Pool>();
  /** Pools whose leases could not pay, so that this commit does not let them lend more. */
  readonly #tooScattered = new Set<string>();
  #routes: Route[] = [];
  #isImpatient = false;

  constructor(changes: readonly Change[], context: CommitContext) {
    this.#changes = changes;
    this.#context = context;
    this.#now = instantOf(changes);
  }

  async try(tryNumber: number): Promise<FailedCondition | undefined> {
    this.#isImpatient = tryNumber >= patientTries;
    for (const [key, change] of this.#stale) {
      await this.#lookAgain(change);
      this.#stale.delete(key);
    }
    const routes = await Promise.all(this.#changes.map((change) => this.#route(change)));
    this.#routes = namingEpochs(this.#changes, routes);
    const failed = await this.#context.store.commit(
      this.#routes.map(({ write }) => write),
      { onCollision: (collided) => this.#evade(collided) },
    );
    return failed && this.#answer(failed);
  }

  /** Reads a pool again, and lets it lend if it is busy. */
  async #lookAgain(change: PoolChange): Promise<void> {
    const { id } = change;
    const { store, seen, policy, uuid } = this.#context;
    const key = keyOf(id);
    const pool = await readStored(id, store);
    if (!pool) return;
    seen.note(pool);
    if (isLeased(pool) || (this.#collisions.get(key) ?? 0) < busyAfter || !this.#now) return;
    if (!mayLend(pool, policy) || this.#tooScattered.has(key)) {
      this.#small.set(key, pool);
      return;
    }
    // Of many processes that want to lend, one succeeds, and after it the leases are never all free at the same
    // time.
    if (!(await commitUncontended(lend(pool, { leaseId: uuid(), policy, now: this.#now }), store)))
      throw new LeaseConflict();
    const lent = await readStored(id, store);
    if (lent) seen.note(lent);
  }

  async #route(change: Change): Promise<Route> {
    if (!isPoolChange(change)) return { via: 'store', write: change };
    const { store, seen } = this.#context;
    const kind = kindOfPoolChange(change);
    const pool = seen.leased(change.id);
    if (kind === 'decision') {
      const epoch = seen.epochOf(change.id);
      const decision = requiringEpoch(change, epoch);
      if (!pool) return { via: 'pool', write: withoutLeases(decision), epoch };
      const held = await closeLeases(pool, store);
      if (!held) throw this.#conflict(change);
      return { via: 'return', write: returningLeases(decision, held), held, epoch };
    }
    const mayMove = kind === 'movement' && pool && meetsStamps(pool, change);
    if (!mayMove || this.#besideLeases.has(keyOf(pool))) return this.#viaPool(change);
    if (this.#now !== undefined && this.#now > pool.leasedUntil) {
      await takeLeasesBack(pool, store, { isForced: this.#isImpatient, now: this.#now });
      throw this.#conflict(change);
    }
    return this.#viaLease(change, pool, this.#slots.get(keyOf(pool)));
  }

  /** Writers that are refused in any case do not block each other: the item of the pool is not touched. */
  #viaPool(change: PoolChange): Route {
    const pool = this.#small.get(keyOf(change.id));
    if (pool && pool.available < neededBy(change) && meetsStamps(pool, change))
      return { via: 'refusal', write: alwaysFailing(change, this.#context.random()), pool };
    const epoch = this.#context.seen.epochOf(change.id);
    return { via: 'pool', write: requiringEpoch(change, epoch), epoch };
  }

  #viaLease(change: PoolChange, pool: LeasedPool, chosen?: number): Route {
    const slot = chosen ?? Math.floor(this.#context.random() * pool.leaseSlots);
    const epoch = this.#context.seen.epochOfLease(pool, slot);
    return { via: 'lease', write: moveInLease(change, pool, { slot, epoch }), pool, slot, epoch };
  }

  /** Records that a pool has to be read again before the next try. */
  #conflict(change: PoolChange): LeaseConflict {
    this.#stale.set(keyOf(change.id), change);
    return new LeaseConflict();
  }

  /** Tries another lease if one is held by another writer, and ends the try when that keeps happening for a pool. */
  #evade(collided: readonly Change[]): readonly Change[] {
    let conflict: LeaseConflict | undefined;
    const routes = this.#routes.map((route, index) => {
      const change = this.#changes[index];
      if (!collided.includes(route.write) || !change || !isPoolChange(change)) return route;
      if (route.via === 'lease') return this.#viaLease(change, route.pool);
      const key = keyOf(change.id);
      if (kindOfPoolChange(change) !== 'movement' || this.#small.has(key)) return route;
      const collisions = (this.#collisions.get(key) ?? 0) + 1;
      this.#collisions.set(key, collisions);
      if (collisions >= busyAfter) conflict = this.#conflict(change);
      return route;
    });
    if (conflict) throw conflict;
    this.#routes = namingEpochs(this.#changes, routes);
    return this.#routes.map(({ write }) => write);
  }

  /**
   * Returns the refusal in terms of the whole pool.
   * @throws LeaseConflict when another way is left.
   */
  async #answer({ change: refused, found }: FailedCondition): Promise<FailedCondition> {
    const index = this.#routes.findIndex(({ write }) => write === refused);
    const [change, route] = [this.#changes[index], this.#routes[index]];
    if (!change || !route) throw new Error('a change was refused that was not tried');
    if (route.via === 'refusal') return { change, found: route.pool };
    if (!isPoolChange(change) || !found) {
      if (route.via === 'lease' && isPoolChange(change)) throw this.#conflict(change);
      return { change, found };
    }
    if (route.via === 'lease') {
      await this.#afterLease(change, { ...route, found: found as PoolLease });
      throw new LeaseConflict();
    }
    if (route.via === 'store') throw new Error('a change of a pool was not routed');
    return this.#answerOfPool(change, route, found as Pool);
  }

  async #answerOfPool(
    change: PoolChange,
    route: Extract<Route, { via: 'pool' | 'return' }>,
    found: Pool,
  ): Promise<FailedCondition> {
    const { store, seen } = this.#context;
    seen.note(found);
    if (found.epoch !== route.epoch) throw new LeaseConflict();
    if (!isLeased(found)) {
      if (route.via === 'return') throw this.#conflict(change);
      return { change, found };
    }
    if (route.via === 'return' && route.held.leaseId === found.leaseId) {
      const { available, consumed } = route.held;
      const whole = { ...found, available: found.available + available, consumed: found.consumed + consumed };
      return { change, found: whole };
    }
    const isOfLeases = route.via === 'return' || kindOfPoolChange(change) === 'decision';
    if (!isOfLeases && !meetsStamps(found, change)) return { change, found: await readWhole(found, store) };
    this.#besideLeases.delete(keyOf(found));
    throw new LeaseConflict();
  }

  /** Prepares the next try after a lease refused. */
  async #afterLease(
    change: PoolChange,
    { pool: seenPool, slot, epoch, found }: Extract<Route, { via: 'lease' }> & { found: PoolLease },
  ): Promise<void> {
    const { store, seen, random, policy } = this.#context;
    const key = keyOf(change.id);
    if (found.isOpen && found.leaseId === seenPool.leaseId && found.epoch !== epoch) {
      seen.noteLease(found);
      this.#slots.set(key, slot);
      return;
    }
    const pool = await readStored(change.id, store);
    if (pool) seen.note(pool);
    if (!isLeased(pool) || pool.leaseId !== seenPool.leaseId || found.leaseId !== pool.leaseId) return;
    if (!found.isOpen) {
      if (this.#isImpatient) await takeLeasesBack(pool, store, { isForced: true, now: this.#now });
      this.#stale.set(key, change);
      return;
    }
    const needed = neededBy(change);
    const leases = await readLeases(pool, store);
    const lease = leases[slot];
    const fill = lease && this.#now && fillLease(pool, { lease, needed, policy }, this.#now);
    if (fill && (await commitUncontended(fill, store))) {
      this.#slots.set(key, slot);
      return;
    }
    const other = leaseThatPays(leases, needed, random());
    if (other) this.#slots.set(key, other.slot);
    else if (pool.available >= needed) this.#besideLeases.add(key);
    else {
      await takeLeasesBack(pool, store, { isForced: this.#isImpatient, now: this.#now });
      this.#tooScattered.add(key);
    }
    this.#stale.set(key, change);
  }
}

/**
 * Commits changes that include changes of pools. A pool without leases is written directly; for a busy one, a debit
 * or a refund is taken by a lease, and a decision that depends on the whole balance takes the leases back in the
 * same write.
 */
export const commitWithLeases = (
  changes: readonly Change[],
  context: CommitContext,
): Promise<FailedCondition | undefined> => {
  const commit = new Commit(changes, context);
  return retryOnConflict(limits.leases, (tryNumber) => commit.try(tryNumber));
};
