import type { Coverage } from '../model/finding.ts';

type Gap = Coverage['gaps'][number];

/** Counts what was not looked at, or not fully, by reason; a file that is alone with its reason is named. */
export interface GapTally {
  /** @param weight `lost` makes the unit's coverage partial; `by-design` is only told. */
  add(reason: string, file: string, weight: 'lost' | 'by-design'): void;
  /** In the order in which the reasons first came up. */
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
