import type { Change, RecordKeys, RecordName, RecordRef, Records } from '@scangate/domain/record-changes';
import { isEpochAdvance } from '@scangate/domain/credits/leases/epoch';
import { isLeased, leasePolicy, type LeasePolicy } from '@scangate/domain/credits/leases/pool-lease';
import type { Pool } from '@scangate/domain/records';
import type { ReadOptions, Store } from '#ports/store.ts';
import { commitWithLeases } from './commit-with-leases.ts';
import { readWhole } from './leases-of-pool.ts';
import { SeenPools } from './seen-pools.ts';

export interface LeaseContext {
  /** Uniform in [0, 1). */
  random(): number;
  uuid(): string;
  policy?: LeasePolicy;
}

/**
 * Returns a store in which a busy pool is spread over leases. Readers of a pool see all of its credits, and changes
 * mean the same as for a pool that is one item (docs/adr/0099-pool-leases.md).
 */
export const leasedStore = (store: Store, { random, uuid, policy = leasePolicy }: LeaseContext): Store => {
  const seen = new SeenPools();
  const context = { store, seen, random, uuid, policy };

  const whole = async (pool: Pool | undefined, { withoutLent }: ReadOptions = {}) => {
    if (pool) seen.note(pool);
    return isLeased(pool) && !withoutLent ? readWhole(pool, store) : pool;
  };

  return {
    load: async <const T extends readonly RecordRef[]>(refs: T, options?: ReadOptions) => {
      const found: unknown[] = await store.load(refs, options);
      const wholes = refs.map(({ record }, index) =>
        record === 'pool' ? whole(found[index] as Pool | undefined, options) : found[index],
      );
      return (await Promise.all(wholes)) as never;
    },
    get: async <K extends RecordName>(
      record: K,
      id: RecordKeys[K],
      options?: { consistent?: boolean },
    ): Promise<Records[K] | undefined> => {
      const found = await store.get(record, id, options);
      return record === 'pool' ? ((await whole(found as Pool | undefined)) as Records[K] | undefined) : found;
    },
    list: store.list.bind(store),
    listDue: store.listDue.bind(store),
    commit: (changes: readonly Change[], options) =>
      changes.some((change) => change.record === 'pool' && !isEpochAdvance(change))
        ? commitWithLeases(changes, context)
        : store.commit(changes, options),
  };
};
