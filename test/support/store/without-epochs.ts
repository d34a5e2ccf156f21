import type { Change, Condition } from '@scangate/domain/record-changes';
import type { FailedCondition, Store } from '#ports/store.ts';

const without = <T>(record: T): T => {
  if (typeof record !== 'object' || record === null) return record;
  const { epoch: _epoch, ...rest } = record as T & { epoch?: number };
  return rest as T;
};

const isKnown = ({ field }: Condition): boolean => field !== 'epoch';

const stripped = (change: Change): Change => {
  if (change.change === 'count') return change;
  if (change.change === 'insert') return { ...change, item: without(change.item) } as Change;
  const when = (change.when as Condition[] | undefined)?.filter(isKnown);
  return { ...change, ...(when && { when }) } as Change;
};

/** A store as a release sees it that knows no epochs: it neither reads nor requires nor writes any, and keeps those that are there. */
export const withoutEpochs = (store: Store): Store => ({
  load: async (refs, options) => (await store.load(refs, options)).map(without) as never,
  get: async (record, id, options) => without(await store.get(record, id, options)),
  list: store.list.bind(store),
  listDue: store.listDue.bind(store),
  commit: async (changes, { onCollision } = {}): Promise<FailedCondition | undefined> => {
    const given = new Map<Change, Change>();
    const strip = (change: Change): Change => {
      const known = stripped(change);
      given.set(known, change);
      return known;
    };
    const givenOf = (change: Change): Change => given.get(change) ?? change;
    const failed = await store.commit(changes.map(strip), {
      ...(onCollision && { onCollision: (collided) => onCollision(collided.map(givenOf))?.map(strip) }),
    });
    return failed && { change: givenOf(failed.change), found: without(failed.found) };
  },
});
