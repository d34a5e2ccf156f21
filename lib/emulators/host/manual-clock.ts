import type { Clock } from './clock.ts';

export interface ManualClock extends Pick<Clock, 'now' | 'at'> {
  /** Runs in order what falls due on the way, waiting for what each thing set off. */
  advanceTo(target: number): Promise<void>;
}

interface Entry {
  dueAt: number;
  run: () => unknown;
}

/**
 * A clock that stands still unless it is moved: for tests that reckon to the second.
 * @param settled waits for what a due thing set off, before time moves on.
 */
export const openManualClock = (
  start: number,
  settled: () => Promise<unknown> = async () => {},
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
      await settled();
      for (let next = entries[0]; next && next.dueAt <= target; next = entries[0]) {
        entries.shift();
        now = Math.max(now, next.dueAt);
        await next.run();
        await settled();
      }
      now = target;
    },
  };
};
