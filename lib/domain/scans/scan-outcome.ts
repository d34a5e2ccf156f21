import type { ErrorCode, Failure } from '@scangate/engines/model/failure';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Instant, Scan, ScanUnit } from '../records.ts';
import { errorVerdict, type UnjudgedScan } from '../verdict/error-verdict.ts';
import type { PullRequestCheck } from '../verdict/decide-pull-request-check.ts';
import type { Verdict } from '../verdict/verdict.ts';

/**
 * The end of a scan. `unitFailures` are by unit id; `failure` fails every unit without a failure of its own; `results`
 * are those of the other units.
 */
export type ScanOutcome =
  | {
      status: 'completed';
      verdict: Verdict;
      /** Absent when the base could not be judged. */
      pullRequestCheck?: PullRequestCheck;
      /** When the first waiver that the verdict used ends. */
      waivedUntil?: Instant | undefined;
    }
  | {
      status: 'failed';
      failure?: Failure;
      unitFailures?: ReadonlyMap<string, Failure>;
      results?: readonly UnitResult[];
    }
  | { status: 'cancelled' };

/** The fields of a scan that its end sets. */
type ScanConclusion = Pick<Scan, 'status' | 'units' | 'errorCode' | 'error'> & {
  verdict: Verdict;
  finishedAt: string;
};

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
 * Decides the terminal status, the units and the verdict of a scan. The workflow and the command line share it
 * (docs/adr/0006-verdict-and-severity.md).
 * @param finishedAt ISO instant.
 */
export const concludeScan = (
  scan: UnjudgedScan['scan'],
  outcome: ScanOutcome,
  finishedAt: string,
): ScanConclusion => {
  const units = scan.units.map((unit) => endUnit(unit, outcome));
  const errorCode = errorCodeOf(units, outcome);
  const results = outcome.status === 'failed' ? (outcome.results ?? []) : [];
  return {
    status: outcome.status,
    units,
    verdict:
      outcome.status === 'completed'
        ? outcome.verdict
        : errorVerdict({ scan, units, errorCode, results }, finishedAt),
    finishedAt,
    ...(errorCode && { errorCode }),
    ...(outcome.status === 'failed' && outcome.failure && { error: outcome.failure.error }),
  };
};
