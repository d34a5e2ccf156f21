import { actorOf, auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import type { Caller } from '../identity/caller.ts';
import { Problem } from '../problem.ts';
import type { HistoryScan } from '../records.ts';
import { attemptAt, updateHistoryScan } from './quote-history.ts';

/** A canceled history scan, and the changes that cancel it; none when it was already canceled. */
interface Canceled {
  scan: HistoryScan;
  changes: Change<'historyScan' | 'auditEvent'>[];
}

/**
 * Cancels a history scan. A quote ends at once, and nothing was paid. A running scan ends soon, with the findings of
 * the parts that were scanned and the refund of the others.
 * @throws Problem conflict for a scan that has ended in another way.
 */
export const cancelHistory = (scan: HistoryScan, caller: Caller, now: Date): Canceled => {
  const { organizationId, repositoryId, historyScanId, status } = scan;
  if (status === 'completed' || status === 'failed')
    throw new Problem('conflict', { detail: `The history scan has already ${status}.` });
  if (status === 'cancelled' || scan.cancelledAt !== undefined) return { scan, changes: [] };
  const at = now.toISOString();
  const set: Partial<HistoryScan> =
    status === 'running'
      ? { cancelledAt: at, ...attemptAt(historyScanId, now) }
      : { status: 'cancelled', cancelledAt: at, finishedAt: at };
  const isEnded = status !== 'running';
  const noted = auditEvent({
    organizationId,
    actor: actorOf(caller),
    at,
    action: 'history_scan.cancelled',
    cause: historyScanId,
    target: historyScanId,
    after: { repositoryId },
  });
  return {
    scan: { ...scan, ...set },
    changes: [
      updateHistoryScan(scan, {
        set,
        ...(isEnded && { unset: ['dueQueue', 'dueAt'] }),
        when: [{ field: 'cancelledAt', is: 'absent' }],
      }),
      noted,
    ],
  };
};
