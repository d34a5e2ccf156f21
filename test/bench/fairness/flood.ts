import { measureFlood } from '#test/models/fairness/flood.ts';
import type { Figure } from '../figures.ts';

const seconds = 60;

/** Measures how much longer others wait while one organization asks for as many scans as it can, in virtual time. */
export const floodFigures = async (): Promise<Figure[]> => {
  const section = "Fairness, in virtual time behind one account's executions";
  const unit = '% longer waits of others';
  const floods = [
    { what: 'flood of 100 scans of one unit a second', floodPerSecond: 100 },
    { what: 'flood of 100 scans of 20 units a second', floodPerSecond: 100, floodUnits: 20 },
    { what: 'flood of 400 requests a second', floodPerSecond: 400 },
  ];
  const figures: Figure[] = [];
  for (const { what, ...options } of floods) {
    const { longerPercent } = await measureFlood({ seed: 1, seconds, ...options });
    figures.push({ section, what, unit, value: Math.round(longerPercent * 10) / 10 });
  }
  return figures;
};
