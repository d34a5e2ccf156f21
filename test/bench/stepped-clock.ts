import { setImmediate as turn } from 'node:timers/promises';

/** A clock that stands still while real work is running, and otherwise leaps to the next timer. */
export interface SteppedClock {
  elapsedMs(): number;
  sleep(delayMs: number): Promise<void>;
  /** Runs real work, for which the clock waits. */
  runReal<T>(work: () => Promise<T>): Promise<T>;
  /** Lets time pass until the work is done. */
  advanceUntil<T>(work: Promise<T>): Promise<T>;
}

export const openSteppedClock = (): SteppedClock => {
  const timers: { dueMs: number; resolve: () => void }[] = [];
  const running = new Set<Promise<unknown>>();
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
      const promise = work();
      const ended = promise.then(
        () => undefined,
        () => undefined,
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return promise;
    },
    advanceUntil: async (work) => {
      const state = { done: false };
      const ended = work.finally(() => (state.done = true));
      ended.catch(() => undefined);
      while (!state.done) {
        // Resolved promises run before time goes on.
        await turn();
        if (running.size > 0) await Promise.all(running);
        else leap();
      }
      return ended;
    },
  };
};
