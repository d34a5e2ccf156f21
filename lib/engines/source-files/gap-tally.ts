import type { Coverage } from '../model/coverage.ts';

type Gap = Coverage['gaps'][number];

/** The number of files that are named for one reason. */
const maxNamed = 20;

/** Counts the files that were not scanned fully, by reason; the first ones of each reason are named. */
export interface GapTally {
  /** @param weight `lost` makes the coverage of the unit partial; `by-design` is only reported. */
  add(reason: string, file: string, weight: 'lost' | 'by-design'): void;
  /** Returns the gaps in the order in which the reasons first occurred. */
  gaps(): Gap[];
  /** The number of losses so far. */
  readonly lost: number;
}

export const createGapTally = (): GapTally => {
  const tally = new Map<string, { files: string[]; count: number }>();
  let lost = 0;
  return {
    add: (reason, file, weight) => {
      const known = tally.get(reason) ?? { files: [], count: 0 };
      known.count += 1;
      if (known.files.length < maxNamed) known.files.push(file);
      tally.set(reason, known);
      if (weight === 'lost') lost += 1;
    },
    gaps: () =>
      [...tally].map(([reason, { files, count }]) => {
        const [file] = files;
        return count === 1 && file !== undefined ? { reason, file, count } : { reason, count, files };
      }),
    get lost() {
      return lost;
    },
  };
};
