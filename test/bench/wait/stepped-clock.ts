import { setImmediate as turn } from 'node:timers/promises';

/** A clock that stands still while real work is running, and otherwise jumps to the next timer. */
export interface SteppedClock {
  elapsedMs(): number;
  /** Runs something when the clock gets there. @returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs real work, for which the clock waits. */
  runReal<T>(work: () => Promise<T>): Promise<T>;
  /** Lets time pass until the work is done. */
  advanceUntil<T>(work: Promise<T>): Promise<T>;
}

const idleTurns = 50;

export const openSteppedClock = (): SteppedClock => {
  const timers = new Set<{ dueMs: number; run: () => void }>();
  const running = new Set<Promise<unknown>>();
  let elapsed = 0;

  const leap = (): void => {
    const [next] = [...timers].toSorted((a, b) => a.dueMs - b.dueMs);
    if (!next) return;
    timers.delete(next);
    elapsed = Math.max(elapsed, next.dueMs);
    next.run();
  };

  return {
    elapsedMs: () => elapsed,
    after: (delayMs, run) => {
      const timer = { dueMs: elapsed + delayMs, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
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
      for (let idle = 0; !state.done; idle += 1) {
        // Decisions between two requests take a few turns; time continues after them.
        await turn();
        if (running.size > 0) await Promise.all(running).then(() => (idle = 0));
        else if (idle >= idleTurns) {
          idle = 0;
          leap();
        }
      }
      return ended;
    },
  };
};
