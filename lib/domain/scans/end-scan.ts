import { bookCreditRefunds, type Pools } from '../credits/book-credit-refunds.ts';
import { decideCreditRefunds } from '../credits/decide-credit-refunds.ts';
import { digestOf } from '@scangate/engines/model/digest';
import type { Change } from '../record-changes.ts';
import { addMs, minuteMs } from '../instant.ts';
import type { Instant, Scan } from '../records.ts';
import { failedPullRequestCheck } from '../verdict/decide-pull-request-check.ts';
import { updateActiveScan } from './active-scan.ts';
import { concludeScan, type ScanOutcome } from './scan-outcome.ts';
import { releaseDedup } from './dedup.ts';
import { listEndedScan } from './listing/scan-listings.ts';

/** An ended scan and the changes that end it. */
export interface EndedScan {
  scan: Scan;
  changes: Change<'scan' | 'scanListing' | 'dedup' | 'pool' | 'ledgerEntry' | 'clientUsage'>[];
}

/**
 * The number of refunds that fit into the ending transaction with scan, dedup row and pools; more follow one by one.
 */
export const refundsAtOnce = 40;

/** The time for which a verdict is repeated that depends on the tip of a reviewed branch, which moves. */
const besideTipMs = 10 * minuteMs;
const noSuppressions = digestOf([]);

/**
 * A commit with suppressions that are not reviewed yet may be judged differently once they are, and one that is not on a
 * reviewed branch when the suppressions there change.
 */
const reusableOf = (
  { reviewed }: Scan,
  outcome: ScanOutcome,
  now: Date,
): { until?: Instant | undefined } | false => {
  if (outcome.status !== 'completed' || outcome.verdict.suppressionsProposed.length > 0) return false;
  const { waivedUntil, verdict } = outcome;
  const usesTip = reviewed?.headIsReviewed === false && verdict.suppressionsDigest !== noSuppressions;
  if (!usesTip) return { until: waivedUntil };
  const soon = addMs(now, besideTipMs);
  return { until: waivedUntil !== undefined && waivedUntil < soon ? waivedUntil : soon };
};

/** A scan that failed, or whose base could not be judged, never has a green check. */
const checkOf = (scan: Scan, outcome: ScanOutcome): Pick<Scan, 'pullRequestCheck'> => {
  if (!scan.base) return {};
  if (outcome.status === 'completed' && outcome.pullRequestCheck)
    return { pullRequestCheck: outcome.pullRequestCheck };
  const { commitHash, scanId } = scan.base;
  const base = { ...(commitHash && { commitHash }), ...(scanId && { scanId }), verified: !scanId };
  const reason = outcome.status === 'completed' ? 'base_not_available' : 'scan_failed';
  return { pullRequestCheck: failedPullRequestCheck(reason, { base, scope: scan }) };
};

interface ScanEnding {
  outcome: ScanOutcome;
  pools: Pools;
  /** False when a scan of the same request under other conditions has taken the dedup row. */
  ownsDedup: boolean;
}

/**
 * Plans the end of a scan: terminal status, verdict, refunds and dedup row in one transaction, which is refused when
 * the scan is no longer active or its units have changed (docs/adr/0014-scan-workflow.md).
 * @returns the scan after its end; its `refundsDue` names the units whose refunds did not fit.
 */
export const endScan = (scan: Scan, { outcome, pools, ownsDedup }: ScanEnding, now: Date): EndedScan => {
  const at = now.toISOString();
  const conclusion = concludeScan(scan, outcome, at);
  const refunds = decideCreditRefunds({ ...scan, units: conclusion.units });
  const later = refunds.slice(refundsAtOnce).map(({ unit }) => unit.projectUnitId);

  const set: Partial<Scan> = {
    ...conclusion,
    ...checkOf(scan, outcome),
    ...(later.length > 0 && { refundsDue: later, dueAt: at }),
  };
  const ended: Scan = { ...scan, ...set };
  return {
    scan: ended,
    changes: [
      updateActiveScan(scan, { set, ...(later.length === 0 && { unset: ['dueQueue', 'dueAt'] }) }),
      ...listEndedScan(scan, conclusion.verdict),
      ...(ownsDedup ? releaseDedup(scan, reusableOf(scan, outcome, now), now) : []),
      ...bookCreditRefunds(ended, { refunds: refunds.slice(0, refundsAtOnce), pools }, at),
    ],
  };
};
