import { spawnSync } from 'node:child_process';

/** The result of a run in a process of its own. */
export interface SimulatedRun {
  digest: string;
  events: number;
  /** The invariant that was broken; empty for none. */
  violation: string;
}

const field = (text: string, name: string): string =>
  new RegExp(`^ *${name}: ['"\`]?(.{0,2000}?)['"\`]?,?$`, 'm').exec(text)?.[1] ?? '';

/** Runs a world in a process of its own, as nothing of an earlier one may stay. */
export const simulate = (options: Readonly<Record<string, string | number>>): SimulatedRun => {
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout, stderr } = spawnSync(process.execPath, ['bin/simulation/simulate.ts', ...given], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo' },
  });
  if (!stdout.includes('digest:')) throw new Error(stderr.slice(0, 500));
  return {
    digest: field(stdout, 'digest'),
    events: Number(field(stdout, 'events')),
    violation: field(stdout, 'violation'),
  };
};
