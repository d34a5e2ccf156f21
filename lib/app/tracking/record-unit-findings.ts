import { trackUnit, type JudgedUnit, type RowChange } from '@scangate/domain/tracking/track-unit';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { writeRows, type RowGuard, type RowsTransaction } from '@scangate/domain/tracking/write-rows';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** A judgment of a unit, and the condition under which it still counts. */
export interface UnitFindings extends JudgedUnit {
  guard: RowGuard;
}

export interface TrackingPorts {
  store: Pick<
    Store<
      'trackedFinding' | 'findingLocation' | 'trend' | 'repositoryTrend' | 'followedCommit' | 'historyScan',
      'trackedFinding' | 'findingLocation' | 'trend' | 'repositoryTrend'
    >,
    'get' | 'list' | 'commit'
  >;
}

/** DynamoDB ends a page of a range at 1 MB by itself. */
const pageLimit = 1000;

/** Loads the tracked findings of a unit, including removed ones. */
export const loadUnitFindings = (
  owner: Pick<TrackedFinding, 'organizationId' | 'projectUnitId'>,
  store: Pick<Store<'trackedFinding'>, 'list'>,
): Promise<TrackedFinding[]> =>
  Array.fromAsync(listAll(store, { list: 'unitFindings', owner, limit: pageLimit, consistent: true }));

/** The rows of a unit after changes were written. */
export const rowsAfter = (
  rows: readonly TrackedFinding[],
  changed: readonly RowChange[],
): TrackedFinding[] => {
  const now = new Map(rows.map((row) => [row.fingerprint, row]));
  for (const { after } of changed) now.set(after.fingerprint, after);
  return [...now.values()];
};

/** Commits transactions one by one, so that an interrupted run continues after the last one. */
export const commitRows = async (
  transactions: readonly RowsTransaction[],
  ports: Pick<TrackingPorts, 'store'>,
): Promise<void> => {
  for (const { changes } of transactions) await commitOrThrow(ports.store, changes);
};

/**
 * Records a judgment of one unit in its tracked findings and in the trend of the day, and only writes changes: the
 * same judgment again writes nothing.
 * @returns the current rows of the unit.
 * @throws ScanSuperseded when a newer scan of the default branch was followed meanwhile.
 */
export const recordUnitFindings = async (
  { guard, ...judged }: UnitFindings,
  ports: TrackingPorts,
): Promise<TrackedFinding[]> => {
  const { organizationId, repositoryId, unit, seen } = judged;
  const owner = { organizationId, projectUnitId: unit.projectUnitId };
  return retryOnConflict(limits.trackFindings, async () => {
    const rows = await loadUnitFindings(owner, ports.store);
    const changed = trackUnit(rows, judged);
    await commitRows(writeRows(changed, { organizationId, repositoryId, guard }, seen.at), ports);
    return rowsAfter(rows, changed);
  });
};
