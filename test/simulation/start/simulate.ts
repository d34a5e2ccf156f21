import { spawnSync } from 'node:child_process';
import type { RunReport } from './run.ts';

/** The result of a run in a process of its own. */
export interface SimulatedRun extends Pick<RunReport, 'compared' | 'plannedFaults'> {
  digest: string;
  events: number;
  /** The restores that took place. */
  restored: number;
  /** The invariant that was broken; empty for none. */
  violation: string;
  /** The error by which the simulation itself failed; empty for none. */
  failure: string;
  /** The story, a line each. */
  story: string[];
  /** The names of acts, and of faults by chance. */
  actsMade: string[];
  chanceFaults: string[];
}

export type SimulateOptions = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes options as the command line takes them. */
export const argumentsOf = (options: SimulateOptions): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });

/** Most of what a world makes is soon garbage. */
export const moreRoom = '--max-semi-space-size=64';

/** Modules of other releases take time to load, and what was restored goes on for long: few runs need it. */
const quick = { deployments: 0, restores: 0 };

/** The zone and language of a process, where none are given. */
const usualPlace = { TZ: 'Asia/Tokyo' };

/** Runs a world in a process of its own, as nothing of an earlier one may stay. @param place is its zone and language. */
export const simulate = (
  options: SimulateOptions,
  place: Readonly<Record<string, string>> = usualPlace,
): SimulatedRun => {
  const given = [moreRoom, 'bin/simulation/simulate.ts', '--json', ...argumentsOf({ ...quick, ...options })];
  const { stdout, stderr } = spawnSync(process.execPath, given, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, ...place },
  });
  const report = stdout.split('\n').findLast((line) => line.startsWith('{"digest":'));
  if (report === undefined) throw new Error(stderr.slice(0, 500));
  return {
    violation: '',
    failure: '',
    ...(JSON.parse(report) as Omit<SimulatedRun, 'violation' | 'failure'>),
  };
};
