import { digestOf } from '@scangate/engines/model/digest';
import { bookRefunds, type Pools, type Refund } from '../credits/book-refunds.ts';
import type { Change } from '../change.ts';
import type { Scan, ScanUnit } from '../records.ts';
import { updateActiveScan } from './active-scan.ts';
import type { ErrorCode, Failure } from '@scangate/engines/model/failure';
import { releaseDedup } from './dedup.ts';
import { isCharged } from '../credits/charge-scan.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** How a scan ends. Failures are by unit id; `failure` is one of the whole scan and fails every unit without its own. */
export type ScanOutcome =
  | { status: 'completed'; verdict: Verdict }
  | { status: 'failed'; failure?: Failure; unitFailures?: ReadonlyMap<string, Failure> }
  | { status: 'cancelled' };

/** Refunds that fit the ending transaction beside scan, dedup row and pools; more follow unit by unit. */
const refundsAtOnce = 40;

const endUnit = (unit: ScanUnit, outcome: ScanOutcome): ScanUnit => {
  if (outcome.status !== 'failed') return { ...unit, status: outcome.status };
  const failure = outcome.unitFailures?.get(unit.projectUnitId) ?? outcome.failure;
  return failure ? { ...unit, status: 'failed', ...failure } : { ...unit, status: 'completed' };
};

/** The first failed unit's, in path order; else the scan's own (api.md, statuses). */
const errorCodeOf = (units: readonly ScanUnit[], outcome: ScanOutcome): ErrorCode | undefined => {
  if (outcome.status !== 'failed') return undefined;
  const first = units.filter((unit) => unit.errorCode).toSorted((a, b) => (a.path < b.path ? -1 : 1))[0];
  return first?.errorCode ?? outcome.failure?.errorCode ?? 'system_error';
};

const errorVerdict = (errorCode: ErrorCode | undefined, scan: Scan, judgedAt: string): Verdict => ({
  verdict: 'ERROR',
  reason: 'scan_failed',
  reasons: ['scan_failed'],
  summary: { severityThreshold: scan.policy.severityThreshold },
  ...(errorCode && { errorCode }),
  judgedAt,
  advisorySnapshot: { id: 'none' },
  inventoryDigest: 'none',
  policyDigest: digestOf(scan.policy),
  waiversDigest: 'none',
  coverage: [],
});

/** Units of an ended scan that gave no result and cost something. */
export const decideRefunds = (scan: Pick<Scan, 'units'>): Refund[] =>
  scan.units
    .filter((unit) => unit.status !== 'completed' && isCharged(unit.charge))
    .map((unit) => ({
      unit,
      source: unit.status === 'cancelled' ? 'scan_cancelled_refund' : 'scan_failure_refund',
    }));

/**
 * The one way a scan ends: terminal status, verdict, refunds and dedup row in one transaction, which is refused
 * when the scan is not active any more, or has other units by now (decisions.md, "Workflow").
 * @returns also the scan as it will be; `refundsDue` names units whose refunds did not fit.
 */
export const endScan = (
  scan: Scan,
  outcome: ScanOutcome,
  pools: Pools,
  now: Date,
): { scan: Scan; changes: Change<'scan' | 'dedup' | 'pool' | 'ledgerEntry'>[] } => {
  const at = now.toISOString();
  const units = scan.units.map((unit) => endUnit(unit, outcome));
  const errorCode = errorCodeOf(units, outcome);
  const verdict = outcome.status === 'completed' ? outcome.verdict : errorVerdict(errorCode, scan, at);
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
