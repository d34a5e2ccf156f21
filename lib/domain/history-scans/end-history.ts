import type { Change } from '../record-changes.ts';
import { bookCreditRefunds, type Pools } from '../credits/book-credit-refunds.ts';
import { emitEvent, type Listening } from '../events/emit-event.ts';
import type { HistoryScan } from '../records.ts';
import { addGaps, type HistoryGap } from './history-gaps.ts';
import { updateHistoryScan } from './quote-history.ts';
import { historyUnit } from './start-history.ts';

/** The result of a history scan: the scanned parts, and their findings. */
export interface HistoryOutcome {
  partsDone: number;
  secrets: number;
  gone: number;
  gaps: readonly HistoryGap[];
}

type EndedStatus = 'completed' | 'failed' | 'cancelled';

const nothingRead = { errorCode: 'system_error', error: 'No part of the history could be read.' } as const;

const notLookedAt = (parts: number): HistoryGap[] =>
  parts === 0 ? [] : [{ reason: 'parts whose credits were refunded', count: parts }];

/** A scan that was canceled when everything was already scanned is complete. */
const statusOf = ({ cancelledAt }: HistoryScan, refunded: number, partsDone: number): EndedStatus => {
  if (refunded === 0) return 'completed';
  if (cancelledAt !== undefined) return 'cancelled';
  return partsDone === 0 ? 'failed' : 'completed';
};

/**
 * Ends a running history scan: its terminal status and the refund of the parts that could not be scanned, in one
 * transaction that only the first of several runs can write.
 */
export const endHistory = (
  scan: HistoryScan,
  { outcome, pools, organization }: { outcome: HistoryOutcome; pools: Pools; organization: Listening },
  now: Date,
): Change<'historyScan' | 'pool' | 'ledgerEntry' | 'clientUsage' | 'storedEvent'>[] => {
  const at = now.toISOString();
  const { credits = 0, repositoryId, historyScanId, chargedPeriods = {} } = scan;
  const { partsDone, secrets, gone } = outcome;
  const refunded = credits - partsDone;
  const gaps = addGaps(notLookedAt(refunded), scan.gaps, outcome.gaps);
  const status = statusOf(scan, refunded, partsDone);
  const unit = { ...historyUnit(scan), charge: { core: refunded } };
  const refunds = refunded > 0 ? [{ unit, source: 'history_scan_refund' as const }] : [];
  const told = { historyScanId, repositoryId, status, secrets, gone, refunded } as const;
  return [
    updateHistoryScan(scan, {
      set: {
        status,
        finishedAt: at,
        partsDone,
        secrets,
        gone,
        refunded,
        ...(gaps.length > 0 && { gaps }),
        ...(status === 'failed' && nothingRead),
      },
      unset: ['dueQueue', 'dueAt'],
    }),
    ...bookCreditRefunds({ ...scan, scanId: historyScanId, chargedPeriods }, { refunds, pools }, at),
    ...emitEvent(organization, {
      type: 'history_scan.ended',
      cause: historyScanId,
      at,
      about: { repositoryId },
      data: { ...told, link: `/v1/repositories/${repositoryId}/history-scans/${historyScanId}` },
    }),
  ];
};
