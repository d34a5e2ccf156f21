import type { Change, Condition } from '@scangate/domain/record-changes';
import type { Pool, PoolLease } from '@scangate/domain/records';
import { inEpoch } from './epoch.ts';
import { leaseFields, unknownInstant, whenOpen, type Held, type LeasedPool } from './pool-lease.ts';

/** A change of a stored pool. */
export type PoolChange = Exclude<Change<'pool'>, { change: 'insert' }>;

/**
 * Classifies a change by its effect on a pool with leases (docs/adr/0099-pool-leases.md): a `movement` debits or
 * refunds credits of the present period, which a lease can do in place of the pool; an `addition` depends on no
 * balance, so that the pool takes it while its leases continue; a `decision` depends on the whole balance.
 */
export type PoolChangeKind = 'movement' | 'addition' | 'decision';

type PoolField = keyof Pool & string;

/** Fields that only decisions change, so that all leases of one loan share their values. */
const decided: readonly PoolField[] = ['periodStartAt', 'promotionsVersion'];
const besides: readonly PoolField[] = ['toldLowIn', 'accountVersion'];
/** Fields that a lease does not record; whoever takes it back does. */
const noted: readonly PoolField[] = ['debitedAt'];

const areAmong = (fields: readonly string[], known: readonly string[]): boolean =>
  fields.every((field) => known.includes(field));

const conditionFields = ({ when = [] }: PoolChange): PoolField[] => when.map(({ field }) => field);

/**
 * Classifies a change of a pool by its dependence on the balance, and so whether leases have to be taken back for
 * it.
 */
export const kindOfPoolChange = (change: PoolChange): PoolChangeKind => {
  const isIndependent = areAmong(conditionFields(change), [...decided, ...besides]);
  if (change.change === 'require') return isIndependent ? 'addition' : 'decision';
  const { set = {}, unset = [], add = {}, floor = {} } = change;
  const written = [...Object.keys(set), ...unset];
  if (
    !isIndependent ||
    !areAmong(written, [...besides, ...noted]) ||
    !areAmong(Object.keys(floor), ['available'])
  )
    return 'decision';
  const isMovement =
    areAmong(written, noted) &&
    areAmong(Object.keys(add), ['available', 'consumed']) &&
    add.available === -(add.consumed ?? 0) &&
    areAmong(conditionFields(change), decided);
  return isMovement ? 'movement' : 'addition';
};

/** Returns whether a pool meets the conditions of a change other than those on its balance. */
export const meetsStamps = (pool: Pool, { when = [] }: PoolChange): boolean =>
  when.every((condition) => {
    const value = pool[condition.field];
    if (condition.is === 'absent') return value === undefined;
    return condition.is === 'equal' && value === condition.value;
  });

/** The credits that a movement needs. */
export const neededBy = (change: PoolChange): number =>
  change.change === 'update' ? (change.floor?.available ?? 0) : 0;

/** Applies a movement to a lease in place of its pool, whose period and grants are those of the lease. */
export const moveInLease = (
  change: PoolChange,
  pool: LeasedPool,
  { slot, epoch }: { slot: number; epoch: number | undefined },
): Change<'poolLease'> => {
  const { available = 0, consumed = 0 } = change.change === 'update' ? (change.add ?? {}) : {};
  const needed = neededBy(change);
  return {
    change: 'update',
    record: 'poolLease',
    id: { accountId: pool.accountId, pool: pool.pool, slot },
    add: { available, consumed },
    ...(needed > 0 && { floor: { available: needed } }),
    when: [...whenOpen(pool.leaseId), inEpoch(epoch)],
  };
};

/** Requires that the pool is in an epoch. */
export const requiringEpoch = <C extends PoolChange>(change: C, epoch: number | undefined): C => ({
  ...change,
  when: [...(change.when ?? []), inEpoch(epoch)],
});

/** A decision on a pool that was read without leases only holds while it has none. */
export const withoutLeases = (change: PoolChange): PoolChange => ({
  ...change,
  when: [...(change.when ?? []), { field: 'leaseId', is: 'absent' }],
});

type HeldField = 'available' | 'consumed';
const isHeld = (field: string): field is HeldField => field === 'available' || field === 'consumed';

/** Rewrites a condition on the whole balance as one on the part that the pool has not lent. */
const onPoolAlone = (condition: Condition<PoolField>, held: Held): Condition<PoolField> => {
  if (!isHeld(condition.field)) return condition;
  if (condition.is !== 'equal' && condition.is !== 'atLeast' && condition.is !== 'atMost')
    throw new Error(`no decision asks whether ${condition.field} is ${condition.is}`);
  return { ...condition, value: Number(condition.value) - held[condition.field] };
};

/** Makes a decision that also returns the closed leases of the pool, in the same write. */
export const returningLeases = (change: PoolChange, held: Held): Change<'pool'> => {
  const { id, when = [], onConflict } = change;
  const { set = {}, unset = [], add = {}, floor = {} } = change.change === 'update' ? change : {};
  const returned = Object.fromEntries(
    (['available', 'consumed'] as const)
      .filter((field) => set[field] === undefined)
      .map((field) => [field, (add[field] ?? 0) + held[field]]),
  );
  const { available: least } = floor;
  return {
    change: 'update',
    record: 'pool',
    id,
    // The leases were debited until a moment ago, and the decision may have begun earlier.
    set: { ...set, debitedAt: unknownInstant },
    unset: [...new Set([...unset, ...leaseFields])],
    add: { ...add, ...returned },
    ...(least !== undefined && { floor: { ...floor, available: least - held.available } }),
    when: [
      ...when.map((condition) => onPoolAlone(condition, held)),
      { field: 'leaseId', is: 'equal', value: held.leaseId },
    ],
    ...(onConflict && { onConflict }),
  };
};

/** Chooses a lease that can pay, by a number from 0 up to 1; undefined when none can. */
export const leaseThatPays = (
  leases: readonly PoolLease[],
  needed: number,
  random: number,
): PoolLease | undefined => {
  const paying = leases.filter(({ isOpen, available }) => isOpen && available >= needed);
  return paying[Math.floor(random * paying.length)];
};

/** Lease numbers from here on are never used. */
const firstUnused = 1_000_000;

/**
 * Returns a condition that is always refused, in place of a change that is known to be refused, on an item that no
 * other transaction touches.
 * @param random from 0 up to 1.
 */
export const alwaysFailing = ({ id }: PoolChange, random: number): Change<'poolLease'> => ({
  change: 'require',
  record: 'poolLease',
  id: { ...id, slot: firstUnused + Math.floor(random * firstUnused) },
  when: [{ field: 'leaseId', is: 'present' }],
});
