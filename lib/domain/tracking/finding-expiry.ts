import type { Change } from '../record-changes.ts';
import { dayOf, addMs, dayMs } from '../instant.ts';
import { updateFields } from '../record-difference.ts';
import type { Instant } from '../records.ts';
import { listedBy } from './listing.ts';
import type { RowChange } from './track-unit.ts';
import type { TrackedFinding } from './tracking-records.ts';
import { addToTrends, trendOf } from './trends.ts';
import type { WaiverInForce } from './waivers-in-force.ts';
import { FindingsConflict, type RowsTransaction } from './write-rows.ts';

interface Retention {
  /** Null when the organization keeps everything. */
  retentionDays: number | null;
  now: Instant;
  waiverInForce: WaiverInForce;
}

const isPast = (
  at: Instant | undefined,
  { retentionDays, now }: Pick<Retention, 'retentionDays' | 'now'>,
): boolean => retentionDays !== null && at !== undefined && at < addMs(new Date(now), -retentionDays * dayMs);

const removed = (
  { notes: _n, notedAt: _d, assignee: _a, ticket: _t, listedOf: _o, listedBy: _b, ...row }: TrackedFinding,
  now: Instant,
): TrackedFinding => ({ ...row, expiresAt: now });

const withoutNotes = ({ notes: _notes, notedAt: _notedAt, ...row }: TrackedFinding): TrackedFinding => row;

const reopened = ({ tolerated: _tolerated, ...row }: TrackedFinding): TrackedFinding => {
  const open: TrackedFinding = { ...row, state: 'open' };
  return { ...open, listedBy: listedBy(open) };
};

/**
 * Follows the waiver of a finding, also when nothing is scanned: one that was renewed ends later, and from the moment in which
 * one ends or is withdrawn, the finding counts again.
 */
const afterWaiver = (row: TrackedFinding, { now, waiverInForce }: Retention): TrackedFinding => {
  const { tolerated, state } = row;
  if (state !== 'waived' || !tolerated) return row;
  if (tolerated.waiverId === undefined)
    return tolerated.expiresAt !== undefined && tolerated.expiresAt <= now ? reopened(row) : row;
  const current = waiverInForce(tolerated.waiverId, row);
  if (!current) return reopened(row);
  const { waiverId, expiresAt } = current;
  if (waiverId === tolerated.waiverId && expiresAt === tolerated.expiresAt) return row;
  return { ...row, tolerated: { ...tolerated, waiverId, expiresAt } };
};

/** Applies the time-driven changes of a row: its retention or that of its notes ends, or its waiver changes. */
export const expiredRow = (row: TrackedFinding, retention: Retention): RowChange | undefined => {
  const { now } = retention;
  const change = (after: TrackedFinding): RowChange => ({
    before: row,
    after: { ...after, version: row.version + 1 },
  });
  if (row.state === 'fixed' && isPast(row.fixed?.at, retention)) return change(removed(row, now));
  const kept = isPast(row.notedAt, retention) ? withoutNotes(row) : row;
  const after = afterWaiver(kept, retention);
  return after === row ? undefined : change(after);
};

const writeExpired = (
  { before, after }: RowChange,
  now: Instant,
): Change<'trackedFinding' | 'findingLocation'>[] => {
  const { organizationId, projectUnitId, fingerprint, expiresAt } = after;
  const update: Change<'trackedFinding'> = {
    change: 'update',
    record: 'trackedFinding',
    id: { organizationId, projectUnitId, fingerprint },
    ...updateFields(before ?? after, after),
    when: [
      { field: 'version', is: 'equal', value: after.version - 1 },
      { field: 'triageVersion', is: 'equal', value: after.triageVersion },
    ],
    onConflict: () => new FindingsConflict(),
  };
  if (expiresAt === undefined) return [update];
  const location = { organizationId, fingerprint, projectUnitId };
  return [update, { change: 'update', record: 'findingLocation', id: location, set: { expiresAt: now } }];
};

/** The number of rows per transaction, with their locations, the trend, and one trend row per repository. */
const rowsAtOnce = 30;

/** Plans the transactions that write expired rows, each with its part of the trend of the day. */
export const writeExpiredRows = (rows: readonly RowChange[], now: Instant): RowsTransaction[] => {
  const [first] = rows;
  if (!first) return [];
  const { organizationId } = first.after;
  const day = dayOf(now);
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => {
    const batch = rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce);
    const counted = batch.filter(({ after }) => after.expiresAt === undefined);
    const byRepository = Map.groupBy(counted, ({ after }) => after.repositoryId);
    const deltas = new Map([...byRepository].map(([repositoryId, some]) => [repositoryId, trendOf(some)]));
    const trends = addToTrends({ organizationId, day }, deltas);
    return { rows: batch, changes: [...batch.flatMap((row) => writeExpired(row, now)), ...trends] };
  });
};
