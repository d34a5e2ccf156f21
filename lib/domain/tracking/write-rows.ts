import type { Change, Counter } from '../record-changes.ts';
import { dayOf } from '../instant.ts';
import { Conflict } from '../conflict.ts';
import { updateFields } from '../record-difference.ts';
import type { RowChange } from './track-unit.ts';
import type { FollowedCommit } from './tracking-records.ts';
import { addToTrends, trendOf } from './trends.ts';

/** Thrown when a finding was changed after it was loaded. */
export class FindingsConflict extends Conflict {
  constructor() {
    super('the tracked findings of the unit changed since they were read');
  }
}

/** Thrown when another scan of the default branch was followed meanwhile. It is no conflict: a retry would not help. */
export class ScanSuperseded extends Error {
  constructor() {
    super('a newer scan of the default branch was followed meanwhile');
    this.name = 'ScanSuperseded';
  }
}

/** The version of the followed commit from which changes were decided. */
export type FollowedVersion = Pick<FollowedCommit, 'organizationId' | 'repositoryId' | 'version'>;

/** Refuses a transaction when another scan was followed meanwhile. */
export const requireFollowed = ({
  organizationId,
  repositoryId,
  version,
}: FollowedVersion): Change<'followedCommit'> => ({
  change: 'require',
  record: 'followedCommit',
  id: { organizationId, repositoryId },
  when: [{ field: 'version', is: 'equal', value: version }],
  onConflict: () => new ScanSuperseded(),
});

type WrittenRecord = 'trackedFinding' | 'findingLocation';

const writeRow = ({ before, after }: RowChange): Change<WrittenRecord>[] => {
  const { organizationId, projectUnitId, fingerprint } = after;
  const onConflict = () => new FindingsConflict();
  if (before)
    return [
      {
        change: 'update',
        record: 'trackedFinding',
        id: { organizationId, projectUnitId, fingerprint },
        ...updateFields(before, after),
        when: [{ field: 'version', is: 'equal', value: before.version }],
        onConflict,
      },
    ];
  const removed = [{ field: 'expiresAt', is: 'present' } as const];
  const location = { organizationId, fingerprint, projectUnitId };
  return [
    { change: 'insert', record: 'trackedFinding', item: after, replaceIf: removed, onConflict },
    { change: 'insert', record: 'findingLocation', item: location, replaceIf: removed, onConflict },
  ];
};

/**
 * The number of rows per transaction, which takes 100 changes: two for each new finding, the trends and the followed
 * commit.
 */
export const rowsAtOnce = 45;

/** The condition under which rows of a repository are written. */
export type RowGuard = Change<GuardRecord>;
type GuardRecord = 'followedCommit' | 'historyScan';

interface GuardedRows {
  organizationId: string;
  repositoryId: string;
  guard: RowGuard;
}

/** A transaction that writes changed rows. */
export interface RowsTransaction {
  rows: readonly RowChange[];
  changes: Change<WrittenRecord | Counter | GuardRecord>[];
}

/**
 * Plans the transactions that write changed rows, each with its part of the trend of the day: a written transaction
 * is neither planned nor counted again.
 * @param at the time of the judgment, which decides the day.
 */
export const writeRows = (
  rows: readonly RowChange[],
  { organizationId, repositoryId, guard }: GuardedRows,
  at: string,
): RowsTransaction[] => {
  const day = dayOf(at);
  const batches = Math.ceil(rows.length / rowsAtOnce);
  return Array.from({ length: batches }, (_, index) => {
    const batch = rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce);
    const counted = addToTrends({ organizationId, day }, new Map([[repositoryId, trendOf(batch)]]));
    return {
      rows: batch,
      changes: [guard, ...batch.flatMap(writeRow), ...counted],
    };
  });
};
