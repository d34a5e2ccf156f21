import type { Store } from '#ports/store.ts';

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
  const inTurn = new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await new Promise<void>((resolve) => void waiting.push(resolve));
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
