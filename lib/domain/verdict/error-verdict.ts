import type { ErrorCode } from '@scangate/engines/model/failure';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Instant, ScanUnit } from '../records.ts';
import {
  judgedInputs,
  shownCoverage,
  skippedCoverage,
  summaryOf,
  type JudgedScan,
} from './assemble-verdict.ts';
import { appliesToUnit } from '../scans/scan-scope.ts';
import type { Verdict } from './verdict.ts';

/** A scan that ended without a judgment. `units` are those of its end. */
export interface UnjudgedScan {
  scan: JudgedScan;
  units: readonly ScanUnit[];
  errorCode: ErrorCode | undefined;
  /** The results of its completed units. */
  results: readonly UnitResult[];
}

const reasonOf = ({ status, errorCode }: ScanUnit): string =>
  status === 'cancelled' ? 'the scan was cancelled' : `the unit failed: ${errorCode ?? 'system_error'}`;

/** The units without a result are unassessed, so that a count of 0 is not mistaken for a clean unit. */
const unassessed = ({ scan, units, results }: UnjudgedScan): Verdict['coverage'] => {
  const assessed = new Set(results.map(({ projectUnitId }) => projectUnitId));
  return units
    .filter(({ projectUnitId }) => !assessed.has(projectUnitId))
    .flatMap((unit) =>
      scan.scanTypes
        .filter((type) => scan.artifact !== undefined || appliesToUnit(type, unit.type))
        .map((scanType) => ({
          projectUnitId: unit.projectUnitId,
          scanType,
          status: 'unassessed' as const,
          assessed: 0,
          gaps: [{ reason: reasonOf(unit) }],
        })),
    );
};

/**
 * Returns ERROR for a scan that failed or was canceled, whatever was found. Its summary has the requested keys and
 * counts the findings of the completed units; its digests are `none` without any
 * (docs/adr/0006-verdict-and-severity.md).
 */
export const errorVerdict = (unjudged: UnjudgedScan, judgedAt: Instant): Verdict => {
  const { scan, errorCode, results } = unjudged;
  const nothing = { inventoryDigest: 'none', waiversDigest: 'none', suppressionsDigest: 'none' };
  return {
    verdict: 'ERROR',
    reason: 'scan_failed',
    reasons: ['scan_failed'],
    summary: summaryOf(scan, results),
    ...(errorCode && { errorCode }),
    judgedAt,
    ...judgedInputs(scan, results),
    ...(results.length === 0 && nothing),
    coverage: [...shownCoverage(results), ...unassessed(unjudged), ...skippedCoverage(scan)],
    missingScanTypes: [],
    suppressionsProposed: [],
    suppressionsUnused: [],
  };
};
