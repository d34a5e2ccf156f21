import { simulate, type SimulatedRun, type SimulateOptions } from '../start/simulate.ts';
import type { SeededBug } from './seeded-bugs.ts';

/** The result of the search for a bug. */
export interface FoundBug {
  /** The seed that found it; undefined when none did. */
  seed: number | undefined;
  /** The events until then. */
  events: number;
  violation: string;
  /** Everything else that ended runs: other invariants, errors of the simulation, and worlds that fail without the bug. */
  others: string[];
}

/** A small world in which much happens. */
const usualWorld = { days: 0.5, organizations: 14, acts: 80, faults: 0.006 };

type Run = (options: SimulateOptions) => Pick<SimulatedRun, 'violation' | 'failure' | 'events'>;

/** Runs worlds without any bug, each once. */
export const controlRuns = (run: Run = simulate): ((options: SimulateOptions) => string) => {
  const known = new Map<string, string>();
  return (options) => {
    const name = JSON.stringify(options);
    const found = known.get(name);
    if (found !== undefined) return found;
    const { violation, failure } = run(options);
    const end = violation || failure;
    known.set(name, end);
    return end;
  };
};

interface Search {
  seeds: readonly number[];
  /** Tells what ends a world without the bug; such a world shows nothing. */
  control: (options: SimulateOptions) => string;
  /** A smaller world than the usual one. */
  world?: SimulateOptions;
  run?: Run;
}

/**
 * Runs worlds in which the bug is, each in a process of its own, until one breaks the invariant that the bug is to break
 * and does not end early without the bug.
 */
export const findBug = (
  { name, breaks, at = '', world: own = {} }: SeededBug,
  { seeds, control, world = usualWorld, run = simulate }: Search,
): FoundBug => {
  let events = 0;
  const others: string[] = [];
  for (const seed of seeds) {
    const options = { ...world, ...own, at, seed };
    const found = run({ ...options, bug: name });
    events += found.events;
    const { violation, failure } = found;
    if (violation === '' && failure === '') continue;
    if (!violation.startsWith(`${breaks}:`)) {
      others.push(`seed ${seed}: ${violation || failure}`);
      continue;
    }
    const ends = control(options);
    if (ends === '') return { seed, events, violation, others };
    others.push(`seed ${seed} without the bug: ${ends}`);
  }
  return { seed: undefined, events, violation: '', others };
};
