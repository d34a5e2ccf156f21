import type { Store } from '#ports/store.ts';

/**
 * A store with faults whose listings of empty shards have none: a sweep reads sixteen shards, and whatever happens to the
 * reading of an empty one changes nothing.
 */
export const skipEmptyShards = (faulty: Store, store: Store): Store => {
  const listDue: Store['listDue'] = async (...asked) => {
    const found = await store.listDue(...asked);
    return found.items.length === 0 ? found : faulty.listDue(...asked);
  };
  return { load: faulty.load, get: faulty.get, list: faulty.list, commit: faulty.commit, listDue };
};
