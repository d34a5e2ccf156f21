import type { ErrorCode, Failure } from '@scangate/engines/model/failure';
import { bookRefunds, type Pools } from '../credits/book-refunds.ts';
import { decideRefunds } from '../credits/decide-refunds.ts';
import type { Change } from '../change.ts';
import type { Scan, ScanUnit } from '../records.ts';
import { errorVerdict } from '../verdict/verdict-rules.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { updateActiveScan } from './active-scan.ts';
import { releaseDedup } from './dedup.ts';

/** How a scan ends. `unitFailures` are by unit id; `failure` fails every unit without a failure of its own. */
export type ScanOutcome =
  | { status: 'completed'; verdict: Verdict }
  | { status: 'failed'; failure?: Failure; unitFailures?: ReadonlyMap<string, Failure> }
  | { status: 'cancelled' };

/** An ended scan and the changes that end it. */
export interface EndedScan {
  scan: Scan;
  changes: Change<'scan' | 'dedup' | 'pool' | 'ledgerEntry'>[];
}

/** Refunds that fit the ending transaction beside scan, dedup row and pools; more follow one by one. */
const refundsAtOnce = 40;

const endUnit = (unit: ScanUnit, outcome: ScanOutcome): ScanUnit => {
  if (outcome.status !== 'failed') return { ...unit, status: outcome.status };
  const failure = outcome.unitFailures?.get(unit.projectUnitId) ?? outcome.failure;
  return failure ? { ...unit, status: 'failed', ...failure } : { ...unit, status: 'completed' };
};

/** Returns the code of the first failed unit in path order, else the code of the scan's own failure. */
const errorCodeOf = (units: readonly ScanUnit[], outcome: ScanOutcome): ErrorCode | undefined => {
  if (outcome.status !== 'failed') return undefined;
  const first = units.filter((unit) => unit.errorCode).toSorted((a, b) => (a.path < b.path ? -1 : 1))[0];
  return first?.errorCode ?? outcome.failure?.errorCode ?? 'system_error';
};

/**
 * Plans the end of a scan: terminal status, verdict, refunds and dedup row in one transaction, which is refused when
 * the scan is no longer active or its units have changed (docs/adr/0014-scan-workflow.md).
 * @returns the scan as it will be; its `refundsDue` names the units whose refunds did not fit.
 */
export const endScan = (scan: Scan, outcome: ScanOutcome, pools: Pools, now: Date): EndedScan => {
  const at = now.toISOString();
  const units = scan.units.map((unit) => endUnit(unit, outcome));
  const errorCode = errorCodeOf(units, outcome);
  const verdict = outcome.status === 'completed' ? outcome.verdict : errorVerdict(scan.policy, errorCode, at);
  const refunds = decideRefunds({ units });
  const later = refunds.slice(refundsAtOnce).map(({ unit }) => unit.projectUnitId);

  const set: Partial<Scan> = {
    status: outcome.status,
    units,
    verdict,
    finishedAt: at,
    ...(errorCode && { errorCode }),
    ...(outcome.status === 'failed' && outcome.failure && { error: outcome.failure.error }),
    ...(later.length > 0 && { refundsDue: later, dueAt: at }),
  };
  const ended: Scan = { ...scan, ...set };
  return {
    scan: ended,
    changes: [
      updateActiveScan(scan, { set, ...(later.length === 0 && { unset: ['dueQueue', 'dueAt'] }) }),
      ...releaseDedup(scan, outcome.status === 'completed', now),
      ...bookRefunds(ended, refunds.slice(0, refundsAtOnce), pools, at),
    ],
  };
};
