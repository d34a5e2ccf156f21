import type { TrackedState } from '@scangate/domain/tracking/tracking-records';
import { positionPrefix } from '@scangate/domain/tracking/listing';
import { retiredRow, writeRetiredRows } from '@scangate/domain/tracking/retire';
import type { RunContext } from '../jobs/run-context.ts';
import { limits, retryOnConflict } from '../retry-on-conflict.ts';
import { commitRows, type TrackingPorts } from './record-unit-findings.ts';

/** An organization and its retention; null when it keeps everything. */
export interface RetiredFindings {
  organizationId: string;
  retentionDays: number | null;
}

const pageLimit = 1000;

/**
 * Retires what one page of a state has. The index is read, which may be behind: a row that changed meanwhile makes the
 * page be read again.
 * @returns the cursor of the next page, and whether another one can have something to retire.
 */
const retirePage = (
  { organizationId, retentionDays }: RetiredFindings,
  { state, cursor }: { state: TrackedState; cursor: string | undefined },
  { ports, now }: { ports: TrackingPorts; now: Date },
): Promise<string | undefined> =>
  retryOnConflict(limits.trackFindings, async () => {
    const prefix = positionPrefix(state);
    const range = { from: prefix, through: `${prefix}\uffff`, limit: pageLimit };
    const options = { ...range, ...(cursor !== undefined && { cursor }) };
    const page = await ports.store.list('trackedFindings', { organizationId }, options);
    const retention = { retentionDays, now: now.toISOString() };
    const rows = page.items.flatMap((row) => retiredRow(row, retention) ?? []);
    await commitRows(writeRetiredRows(rows, retention.now), ports);
    // Fixed findings are listed in the order in which they were fixed.
    const isPastLast = state === 'fixed' && rows.length < page.items.length;
    return isPastLast ? undefined : page.cursor;
  });

/** Removes fixed findings and notes past retention, and reopens findings whose waiver has expired. */
export const retireFindings = async (
  retired: RetiredFindings,
  ports: TrackingPorts,
  { now, signal }: Pick<RunContext, 'now' | 'signal'>,
): Promise<void> => {
  for (const state of ['open', 'waived', 'fixed'] as const) {
    let cursor: string | undefined;
    do {
      signal.throwIfAborted();
      cursor = await retirePage(retired, { state, cursor }, { ports, now });
    } while (cursor !== undefined);
  }
};
