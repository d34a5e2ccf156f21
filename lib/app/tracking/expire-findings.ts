import { expiredRow, writeExpiredRows } from '@scangate/domain/tracking/finding-expiry';
import { waiversInForce } from '@scangate/domain/tracking/waivers-in-force';
import type { Store } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadSlots } from '../waivers/waiver-store.ts';
import { commitRows, type TrackingPorts } from './record-unit-findings.ts';

export interface ExpiryPorts extends TrackingPorts {
  store: TrackingPorts['store'] & Pick<Store<'waiverSlot'>, 'list'>;
}

/** An organization and its retention; null when it keeps everything. */
export interface ExpiryScope {
  organizationId: string;
  retentionDays: number | null;
}

const pageLimit = 1000;

/**
 * Expires the findings of one page. The index may lag, so a row that has changed meanwhile forces a re-read of the
 * page. Waivers are loaded after it: a row may have been waived by one that was approved since the run began.
 * @returns the cursor of the next page; undefined when no later page can have expiring findings.
 */
const expirePage = (
  { organizationId, retentionDays }: ExpiryScope,
  cursor: string | undefined,
  { ports, now }: { ports: ExpiryPorts; now: Date },
): Promise<string | undefined> =>
  retryOnConflict(limits.trackFindings, async () => {
    const options = { limit: pageLimit, ...(cursor !== undefined && { cursor }) };
    const page = await ports.store.list('trackedFindings', { organizationId }, options);
    const at = now.toISOString();
    const isByWaiver = page.items.some(({ tolerated }) => tolerated?.waiverId !== undefined);
    const slots = isByWaiver ? await loadSlots(ports.store, organizationId) : [];
    const retention = { retentionDays, now: at, waiverInForce: waiversInForce(slots, at) };
    const last = page.items.at(-1);
    const rows = page.items.flatMap((row) => expiredRow(row, retention) ?? []);
    await commitRows(writeExpiredRows(rows, at), ports);
    // Fixed findings are at the end of the list, in the order in which they were fixed.
    const isDone = last?.state === 'fixed' && rows.at(-1)?.before !== last;
    return isDone ? undefined : page.cursor;
  });

/** Removes fixed findings and notes past retention, and has findings follow waivers that ended or were renewed. */
export const expireFindings = async (
  scope: ExpiryScope,
  ports: ExpiryPorts,
  { now, signal }: Pick<RunContext, 'now' | 'signal'>,
): Promise<void> => {
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    cursor = await expirePage(scope, cursor, { ports, now });
  } while (cursor !== undefined);
};
