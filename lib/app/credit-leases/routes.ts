import type { Change } from '@scangate/domain/record-changes';
import { firstEpoch, nameEpoch } from '@scangate/domain/credits/leases/epoch';
import type { PoolChange } from '@scangate/domain/credits/leases/pool-change';
import type { Held, LeasedPool } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool } from '@scangate/domain/records';
import { keyOf } from './seen-pools.ts';

/** The epoch that the pool or lease has to be in; undefined for one that never had one. */
interface Expected {
  epoch: number | undefined;
}

/** One way to write a change, and the reaction when it is refused. */
export type Route =
  | { via: 'store'; write: Change }
  | ({ via: 'pool'; write: Change } & Expected)
  | ({ via: 'lease'; write: Change<'poolLease'>; pool: LeasedPool; slot: number } & Expected)
  | ({ via: 'return'; write: Change; held: Held } & Expected)
  | { via: 'refusal'; write: Change<'poolLease'>; pool: Pool };

/** Returns whether a change applies to a stored pool. */
export const isPoolChange = (change: Change): change is PoolChange =>
  change.record === 'pool' && change.change !== 'insert';

/** The epoch in which a change of a pool is written; undefined for a lease of unknown age, which a release without epochs lent. */
const epochOf = (route: Route): number | undefined => {
  if (route.via === 'lease') return route.epoch;
  return route.via === 'refusal' || route.via === 'store' ? firstEpoch : (route.epoch ?? firstEpoch);
};

/** Lets each ledger entry name the epoch of the item that changes with it, if a pool changes at all. */
export const namingEpochs = (changes: readonly Change[], routes: readonly Route[]): Route[] => {
  const epochs = new Map(
    routes.flatMap((route, index) => {
      const change = changes[index];
      if (change?.record !== 'pool') return [];
      return [[keyOf(change.change === 'insert' ? change.item : change.id), epochOf(route)]];
    }),
  );
  return routes.map((route, index) => {
    const change = changes[index];
    return change?.record === 'ledgerEntry' && change.change === 'insert'
      ? { via: 'store', write: nameEpoch(change, epochs.get(keyOf(change.item))) }
      : route;
  });
};
