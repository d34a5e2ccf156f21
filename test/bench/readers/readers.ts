import { measureReaders } from '#test/bench-engines/readers.ts';
import type { Figure } from '../figures.ts';

/** Returns what the readers of lockfiles take as a multiple of a plain pass over the same text. */
export const readerFigures = async (): Promise<Figure[]> =>
  (await measureReaders())
    .filter(({ atMost }) => atMost !== undefined)
    .map(({ what, unit, value, atMost: limit = 0 }) => ({
      section: 'Readers',
      what,
      unit,
      value: Math.round(value * 100) / 100,
      limit,
    }));
