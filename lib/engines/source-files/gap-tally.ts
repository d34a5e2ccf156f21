import type { Coverage } from '../model/coverage.ts';

type Gap = Coverage['gaps'][number];

/** The number of files that are named for one reason. */
const maxNamed = 20;

/** Counts the files that were not scanned fully, by reason; the first ones of each reason are named. */
export interface GapTally {
  /**
   * Counts a file once for each reason.
   * @param weight `lost` makes the coverage of the unit partial; `by-design` is only reported.
   */
  add(reason: string, file: string, weight: 'lost' | 'by-design'): void;
  /** Returns the gaps in the order in which the reasons first occurred. */
  gaps(): Gap[];
  /** The number of losses so far. */
  readonly lost: number;
}

export const createGapTally = (): GapTally => {
  const tally = new Map<string, Set<string>>();
  let lost = 0;
  return {
    add: (reason, file, weight) => {
      const files = tally.get(reason) ?? new Set();
      tally.set(reason, files);
      if (files.has(file)) return;
      files.add(file);
      if (weight === 'lost') lost += 1;
    },
    gaps: () =>
      [...tally].map(([reason, all]) => {
        const files = all.values().take(maxNamed).toArray();
        const [file] = files;
        return all.size === 1 && file !== undefined
          ? { reason, file, count: 1 }
          : { reason, count: all.size, files };
      }),
    get lost() {
      return lost;
    },
  };
};
