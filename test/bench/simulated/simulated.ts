import { runLoad } from '#test/models/contention/busy-pool.ts';
import { measureFlood } from '#test/models/fairness/flood.ts';
import type { Figure } from '../figures.ts';

const section = 'By the real rules, in virtual time';
const seed = 1;
const round = (value: number): number => Math.round(value * 100) / 100;

/** Measures one pool under many creations, and what a flood of one organization costs the others. */
export const measureSimulated = async (): Promise<Figure[]> => {
  const { counted, asked, answers } = await runLoad({ seed, credits: 100_000, perSecond: 400, seconds: 10 });
  const { longerPercent } = await measureFlood({ seed, seconds: 15, floodPerSecond: 400 });
  const refused = asked - (answers.get('201') ?? 0);
  const load = { section, what: '400 creations/s of one organization' };
  const flood = { section, what: 'flood of 400 requests/s of another organization' };
  return [
    { ...load, unit: 'attempts', value: round(counted.writes / asked), limit: 1.5 },
    { ...load, unit: 'answered with 503', value: refused, limit: 0 },
    { ...flood, unit: '% longer waits', value: round(longerPercent), limit: 5 },
  ];
};
