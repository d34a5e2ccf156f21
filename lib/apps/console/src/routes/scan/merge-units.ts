import type { ScanUnit } from '@scangate/client';

const rank: Readonly<Record<string, number>> = {
  queued: 0,
  running: 1,
  completed: 2,
  failed: 2,
  cancelled: 2,
};

const rankOf = ({ status }: ScanUnit): number => rank[status] ?? 0;

/** A terminal status never changes, and a read that began earlier does not put a unit back. */
const isNewer = (update: ScanUnit, known: ScanUnit | undefined): boolean =>
  known === undefined ||
  rankOf(update) > rankOf(known) ||
  (rankOf(update) < 2 && update.status === known.status);

const byPath = (a: ScanUnit, b: ScanUnit): number =>
  Number(a.path > b.path) - Number(a.path < b.path) ||
  Number(a.projectUnitId > b.projectUnitId) - Number(a.projectUnitId < b.projectUnitId);

/**
 * Merges what the stream and the last read say of the units of a scan. A unit that neither changes stays the same
 * object, so that only the rows that changed are drawn again.
 */
export const mergeUnits = (known: readonly ScanUnit[], updates: readonly ScanUnit[]): readonly ScanUnit[] => {
  const units = new Map(known.map((unit) => [unit.projectUnitId, unit]));
  let isChanged = false;
  for (const update of updates) {
    const current = units.get(update.projectUnitId);
    if (!isNewer(update, current) || JSON.stringify(current) === JSON.stringify(update)) continue;
    units.set(update.projectUnitId, update);
    isChanged = true;
  }
  return isChanged ? [...units.values()].toSorted(byPath) : known;
};

export interface Progress {
  done: number;
  failed: number;
  total: number;
}

/** Counts the units that ended. */
export const progressOf = (units: readonly ScanUnit[]): Progress => ({
  done: units.filter((unit) => rankOf(unit) === 2).length,
  failed: units.filter(({ status }) => status === 'failed').length,
  total: units.length,
});
