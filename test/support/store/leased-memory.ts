import { leasedStore } from '#app/credit-leases/leased-store.ts';
import { snapshotPool } from '#app/credit-leases/snapshot-pool.ts';
import type { Change } from '@scangate/domain/record-changes';
import type { Store } from '#ports/store.ts';
import { noon, testIds } from '../world.ts';
import { seededRandom } from './virtual-time.ts';

/** Few leases of few credits, so that small pools lend, run out and take back all the time. */
const policy = { slots: 3, most: 3 };

/** The share of the writes of a pool or a lease that meet another writer. */
const collisionRate = 0.75;

/** The share of the writes of a pool before which an audit takes a snapshot of it, or dies meanwhile. */
const auditRate = 0.02;

/** A store in which writes of pools and leases collide at random, as if many others were written. */
const collidingStore = (store: Store, random: () => number): Store => ({
  load: (...args) => store.load(...args) as never,
  get: (...args) => store.get(...args),
  list: (...args) => store.list(...args),
  listDue: (...args) => store.listDue(...args),
  commit: async (changes, { onCollision } = {}) => {
    const pool = changes.find(({ record, change }) => record === 'pool' && change === 'update');
    if (pool?.record === 'pool' && pool.change === 'update' && random() < auditRate)
      await snapshotPool(pool.id, store, noon);
    let tried = changes;
    const heldOf = (some: readonly Change[]) => some.filter(({ record }) => record.startsWith('pool'));
    if (onCollision)
      for (let held = heldOf(tried); held.length > 0 && random() < collisionRate; held = heldOf(tried))
        tried = onCollision(held) ?? tried;
    return store.commit(tried);
  },
});

/** Makes the store of each process of a world in which every pool is busy. The same seed gives the same history. */
export const leasingProcesses = (seed: number): ((store: Store) => Store) => {
  const random = seededRandom(seed);
  return (store) => leasedStore(collidingStore(store, random), { random, uuid: testIds.uuid, policy });
};
