import type { Clock } from './clock.ts';

export interface ManualClock extends Pick<Clock, 'now' | 'at'> {
  /** Runs due callbacks in order on the way, and waits for the work that each one started. */
  advanceTo(target: number): Promise<void>;
}

interface Entry {
  dueAt: number;
  run: () => unknown;
}

/**
 * Opens a clock that stands still until it is moved, for tests that calculate to the second.
 * @param waitUntilIdle waits for the work that a callback started, before the clock moves on.
 */
export const openManualClock = (
  start: number,
  waitUntilIdle: () => Promise<unknown> = async () => {},
): ManualClock => {
  let now = start;
  const entries: Entry[] = [];
  return {
    now: () => now,
    at: (dueAt, run) => {
      const entry = { dueAt, run };
      const place = entries.findIndex((other) => other.dueAt > dueAt);
      entries.splice(place < 0 ? entries.length : place, 0, entry);
      return () => {
        const index = entries.indexOf(entry);
        if (index >= 0) entries.splice(index, 1);
      };
    },
    advanceTo: async (target) => {
      if (target < now) throw new RangeError('The clock only moves forward.');
      await waitUntilIdle();
      for (let next = entries[0]; next && next.dueAt <= target; next = entries[0]) {
        entries.shift();
        now = Math.max(now, next.dueAt);
        await next.run();
        await waitUntilIdle();
      }
      now = target;
    },
  };
};
