import type { Coverage } from '../model/finding.ts';

type Gap = Coverage['gaps'][number];

/** Counts the files that were not scanned fully, by reason; a single file per reason is named. */
export interface GapTally {
  /** @param weight `lost` makes the coverage of the unit partial; `by-design` is only reported. */
  add(reason: string, file: string, weight: 'lost' | 'by-design'): void;
  /** Returns the gaps in the order in which the reasons first occurred. */
  gaps(): Gap[];
  anyLost(): boolean;
}

export const createGapTally = (): GapTally => {
  const tally = new Map<string, { file: string; count: number }>();
  let lost = false;
  return {
    add: (reason, file, weight) => {
      const known = tally.get(reason);
      tally.set(reason, { file: known?.file ?? file, count: (known?.count ?? 0) + 1 });
      lost ||= weight === 'lost';
    },
    gaps: () =>
      [...tally].map(([reason, { file, count }]) =>
        count === 1 ? { reason, file, count } : { reason, count },
      ),
    anyLost: () => lost,
  };
};
