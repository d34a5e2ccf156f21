import type { Store } from '#ports/store.ts';

/** Returns the methods of a store as an object of functions. */
export const boundStore = (store: Store): Store => ({
  get: store.get.bind(store),
  load: store.load.bind(store),
  list: store.list.bind(store),
  listDue: store.listDue.bind(store),
  commit: store.commit.bind(store),
});
