import { setImmediate as turn } from 'node:timers/promises';

/** A clock that stands still while something real is under way, and else leaps to whatever is due next. */
export interface SteppedClock {
  elapsedMs(): number;
  sleep(delayMs: number): Promise<void>;
  /** Does something real: the clock waits for it. */
  runReal<T>(work: () => Promise<T>): Promise<T>;
  /** Lets time pass until this is done. */
  advanceUntil<T>(work: Promise<T>): Promise<T>;
}

export const openSteppedClock = (): SteppedClock => {
  const timers: { dueMs: number; resolve: () => void }[] = [];
  const underWay = new Set<Promise<unknown>>();
  let elapsed = 0;

  const leap = (): void => {
    timers.sort((a, b) => b.dueMs - a.dueMs);
    const next = timers.pop();
    if (!next) return;
    elapsed = Math.max(elapsed, next.dueMs);
    next.resolve();
  };

  return {
    elapsedMs: () => elapsed,
    sleep: (delayMs) =>
      new Promise((resolve) => {
        timers.push({ dueMs: elapsed + delayMs, resolve });
      }),
    runReal: (work) => {
      const running = work();
      const settled = running.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(settled);
      void settled.then(() => underWay.delete(settled));
      return running;
    },
    advanceUntil: async (work) => {
      const state = { done: false };
      const ended = work.finally(() => (state.done = true));
      ended.catch(() => undefined);
      while (!state.done) {
        // What was resolved has its turn before time goes on.
        await turn();
        if (underWay.size > 0) await Promise.all(underWay);
        else leap();
      }
      return ended;
    },
  };
};
