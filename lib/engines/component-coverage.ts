import type { Inventory } from './model/component.ts';
import type { Coverage } from './model/finding.ts';
import type { ScanType } from './model/scan-type.ts';

type Gap = Coverage['gaps'][number];

/** Coverage is part of a stored verdict, so it stays small; what exceeds this is one last entry. */
const mostGaps = 100;

/** Counts gaps by reason and file. */
export interface GapCounter {
  count(reason: string, file?: string, by?: number): void;
  /** In the order in which each first occurred. */
  list(): Gap[];
}

export const gapCounter = (): GapCounter => {
  const gaps = new Map<string, Gap & { count: number }>();
  return {
    count(reason, file, by = 1) {
      const key = JSON.stringify([reason, file]);
      const known = gaps.get(key);
      if (known) known.count += by;
      else gaps.set(key, { reason, ...(file !== undefined && { file }), count: by });
    },
    list: () => [...gaps.values()],
  };
};

/** What the inventory itself could not read or pin: a gap of every engine that judges components. */
export const inventoryGaps = ({ unread, notes }: Inventory): Gap[] => {
  const noted = gapCounter();
  for (const { reason, file } of notes) noted.count(reason, file);
  return [...unread.map(({ reason, file }) => ({ reason, file })), ...noted.list()];
};

const shortened = (gaps: Gap[]): Gap[] => {
  if (gaps.length <= mostGaps) return gaps;
  const rest = gaps.slice(mostGaps - 1).reduce((sum, { count = 1 }) => sum + count, 0);
  return [...gaps.slice(0, mostGaps - 1), { reason: 'further gaps, not listed', count: rest }];
};

/**
 * The coverage of an engine that judges components. Where there was no dependency file at all, or nothing of
 * what there was could be judged, it is `unassessed`: never clean.
 * @param assessed components judged.
 */
export const componentCoverage = (
  scanType: ScanType,
  inventory: Inventory,
  assessed: number,
  gaps: Gap[],
): Coverage => {
  const { read, unread, components } = inventory;
  const nothing = read.length + unread.length + components.length === 0;
  const all = nothing ? [{ reason: 'no dependency file was found' }, ...gaps] : gaps;
  const complete = all.length === 0 ? 'assessed' : 'partial';
  const status = assessed === 0 && all.length > 0 ? 'unassessed' : complete;
  return { scanType, status, assessed, gaps: shortened(all) };
};
