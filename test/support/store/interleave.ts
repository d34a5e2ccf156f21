import type { RecordRef } from '@scangate/domain/record-changes';
import type { ReadOptions, Store } from '#ports/store.ts';

type Load = (refs: readonly RecordRef[], options?: ReadOptions) => Promise<unknown[]>;

/** Each number parts the places of a batch in another way: by one of four bits, either half first. */
const isFirst = (place: number, number: number): boolean =>
  ((place >> ((number >> 1) % 4)) & 1) === (number & 1);

/** Reads a batch in two parts, with a turn of the others between them, as a batch of reads is no snapshot. */
const loadTorn =
  (load: Load, turn: () => Promise<void>, number: number): Load =>
  async (refs, options) => {
    const rows = new Map<number, unknown>();
    for (const half of [true, false]) {
      const places = [...refs.keys()].filter((place) => isFirst(place, number) === half);
      if (places.length === 0) continue;
      await turn();
      const read = await load(
        places.flatMap((place) => refs[place] ?? []),
        options,
      );
      for (const [at, place] of places.entries()) rows.set(place, read[at]);
    }
    return refs.map((_, place) => rows.get(place));
  };

/**
 * Runs several tasks over one store and interleaves their calls: each pick is the index of the waiting call that
 * continues. The same picks give the same history.
 */
export const interleave = async (
  store: Store,
  picks: readonly number[],
  tasks: readonly ((store: Store) => Promise<unknown>)[],
): Promise<void> => {
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => void waiting.push(resolve));
  let loads = 0;
  const inTurn = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'load') return loadTorn(target.load.bind(target) as Load, turn, loads++);
      return async (...args: unknown[]) => {
        await turn();
        return (member as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const idle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const progress = { isDone: false };
  const work = Promise.all(tasks.map((one) => one(inTurn)));
  void Promise.allSettled([work]).then(() => (progress.isDone = true));
  for (let step = 0; !progress.isDone; step++) {
    await idle();
    const place = (picks[step % picks.length] ?? 0) % Math.max(1, waiting.length);
    waiting.splice(place, 1)[0]?.();
  }
  await work;
};
