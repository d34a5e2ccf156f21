import { argumentsOf, simulate, type SimulatedRun, type SimulateOptions } from '../start/simulate.ts';
import { smallestFailing } from './delta-debugging.ts';
import { mostLines, shortened } from './shortened.ts';

/** A run that is as short as it gets and breaks the same invariant. */
export interface ShrunkRun {
  /** The story, an event each. */
  lines: string[];
  violation: string;
  /** The runs that it took. */
  runs: number;
  /** Replays it. */
  command: string;
}

/** Tells by what a run ended: a broken invariant, or an error of the simulation. */
const endOf = ({ violation, failure }: SimulatedRun): string => violation || failure;

const invariantOf = (run: SimulatedRun): string => endOf(run).split(':')[0] ?? '';

/** The organization of an act, or `advisory`. */
const groupOf = (act: string): string => act.split('.')[0] ?? '';

const shellWord = (word: string): string => (/^[\w.,:/-]+$/.test(word) ? word : `'${word}'`);

/** Shrinks a failing run: fewer faults, fewer organizations, and fewer acts, as long as the same invariant is broken. */
export const shrink = (
  options: SimulateOptions,
  run: (given: SimulateOptions) => SimulatedRun = simulate,
): ShrunkRun => {
  const known = new Map<string, SimulatedRun>();
  const runWith = (given: SimulateOptions): SimulatedRun => {
    const name = JSON.stringify(given);
    const found = known.get(name) ?? run(given);
    known.set(name, found);
    return found;
  };
  const first = runWith(options);
  if (endOf(first) === '') throw new Error('nothing fails');
  let best = { options, run: first };
  const stillFails = (changed: SimulateOptions): boolean => {
    const given = { ...best.options, ...changed };
    const again = runWith(given);
    if (endOf(again) === '' || invariantOf(again) !== invariantOf(first)) return false;
    best = { options: given, run: again };
    return true;
  };
  const joined = (names: readonly string[]): string => names.join(',');
  const planned = String(options['at'] ?? '')
    .split(',')
    .filter((fault) => fault !== '');
  smallestFailing(first.chanceFaults, (kept) => stillFails({ 'only-faults': joined(kept) }), 40);
  const groups = [...Map.groupBy(best.run.actsMade, groupOf).values()];
  smallestFailing(groups, (kept) => stillFails({ 'only-acts': joined(kept.flat()) }));
  smallestFailing(best.run.actsMade, (kept) => stillFails({ 'only-acts': joined(kept) }));
  smallestFailing(best.run.chanceFaults, (kept) => stillFails({ 'only-faults': joined(kept) }));
  smallestFailing(planned, (kept) => stillFails({ at: joined(kept) }));
  const { at, ...others } = best.options;
  const words = ['npm', 'run', 'simulate', '--', ...argumentsOf(at === '' ? others : best.options)];
  const told = runWith({ ...best.options, tell: true });
  const violation = endOf(told);
  return {
    lines: shortened(told.story, mostLines),
    violation,
    runs: known.size,
    command: words.map(shellWord).join(' '),
  };
};
