import { measureFlood, type FloodOptions } from '#test/models/fairness/flood.ts';
import type { Figure } from '../figures.ts';

const seconds = 60;

/**
 * Measures how much longer others wait while one organization, or a few concurrently, request as many scans
 * as they can, in virtual time.
 */
export const floodFigures = async (): Promise<Figure[]> => {
  const section = "Fairness, in virtual time behind one account's executions";
  const unit = '% longer waits of others';
  const floods: (Omit<FloodOptions, 'seed' | 'seconds'> & { what: string })[] = [
    { what: 'flood of 100 scans of one unit a second', floodPerSecond: 100 },
    { what: 'flood of 100 scans of 20 units a second', floodPerSecond: 100, floodUnits: 20 },
    { what: 'flood of 400 requests a second', floodPerSecond: 400 },
    {
      what: 'flood of 100 scans a second of 300 repositories, canceled at once',
      floodPerSecond: 100,
      floodCancels: /./,
      floodRepositories: 300,
    },
    { what: 'floods of 5 organizations, each of 100 scans a second', floodPerSecond: 100, floods: 5 },
  ];
  const figures: Figure[] = [];
  for (const { what, ...options } of floods) {
    const { longerPercent } = await measureFlood({ seed: 1, seconds, ...options });
    const value = Math.round(longerPercent * 10) / 10;
    // The goals have the flood of one organization. Floods of several are held to the same limit.
    figures.push({ section, what, unit, value, ...(options.floods !== undefined && { limit: 5 }) });
  }
  return figures;
};
