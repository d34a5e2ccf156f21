import { spawnSync } from 'node:child_process';
import type { Figure } from '../figures.ts';
import { medianOf } from '../median.ts';

const section = 'Clients: starts';
/** The median of this many runs counts. */
const runs = 21;

const cases = [
  { what: 'scangate --version', args: ['--version'], limit: 1.5 },
  { what: 'scangate scan --help', args: ['scan', '--help'], limit: 2 },
] as const;

const timeOf = (args: readonly string[]): number => {
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - startedAt;
};

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Measures the starts of the published command line as multiples of `node -e 0`, turn by turn. */
export const startFigures = (launcher: string): Figure[] => {
  const empty: number[] = [];
  const times = cases.map((): number[] => []);
  // The first round fills the compile cache.
  for (let round = 0; round <= runs; round += 1) {
    const own = [timeOf(['-e', '0']), ...cases.map(({ args }) => timeOf([launcher, ...args]))];
    if (round === 0) continue;
    empty.push(own[0] ?? 0);
    for (const [index, values] of times.entries()) values.push(own[index + 1] ?? 0);
  }
  const emptyMs = medianOf(empty);
  return [
    { section, what: 'node -e 0', unit: 'ms', value: rounded(emptyMs, 1) },
    ...cases.flatMap(({ what, limit }, index): Figure[] => {
      const ms = medianOf(times[index] ?? []);
      return [
        { section, what, unit: 'ms', value: rounded(ms, 1) },
        { section, what, unit: 'times node -e 0', value: rounded(ms / emptyMs, 2), limit },
      ];
    }),
  ];
};
