import { simulate } from '../start/simulate.ts';
import type { SeededBug } from './seeded-bugs.ts';

/** The result of the search for a bug. */
interface FoundBug {
  /** The seed that found it; undefined when none did. */
  seed: number | undefined;
  /** The events until then. */
  events: number;
  violation: string;
}

/** A small world in which much happens. */
const world = { days: 0.5, organizations: 14, acts: 80, faults: 0.006 };

/** Runs worlds in which the bug is, each in a process of its own, until an invariant finds it. */
export const findBug = (
  { name, at = '', world: own = {} }: SeededBug,
  seeds: readonly number[],
): FoundBug => {
  let events = 0;
  for (const seed of seeds) {
    const run = simulate({ ...world, ...own, at, bug: name, seed });
    events += run.events;
    if (run.violation !== '') return { seed, events, violation: run.violation };
  }
  return { seed: undefined, events, violation: '' };
};
