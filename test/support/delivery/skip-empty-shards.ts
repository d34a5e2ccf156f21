import type { Store } from '#ports/store.ts';

/**
 * A store with faults whose listings of empty shards have none: a sweep reads sixteen shards, and whatever happens to the
 * reading of an empty one changes nothing.
 */
export const skipEmptyShards = <S extends Pick<Store, 'listDue'>>(faulty: S, store: Store): S => {
  const listDue: Store['listDue'] = async (...asked) => {
    const found = await store.listDue(...asked);
    return found.items.length === 0 ? found : faulty.listDue(...asked);
  };
  return new Proxy(faulty, {
    get: (target, name): unknown => (name === 'listDue' ? listDue : Reflect.get(target, name)),
  });
};
