import type { Coverage } from '@scangate/engines/model/finding';
import type { ErrorCode } from '@scangate/engines/model/failure';
import type { GatePolicy } from '@scangate/engines/model/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { meetsThreshold, severities, type Severity, type Threshold } from '@scangate/engines/model/severity';

type SeverityCounts = Record<Severity, number> & { total: number };

/** What was found, by dimension; a key is present only when its dimension was asked for. */
export interface Summary {
  vulnerabilities?: SeverityCounts & { dependencies: number; code: number };
  secrets?: SeverityCounts;
  licenses?: { compliant: number; nonCompliant: number; unknown: number; total: number };
  severityThreshold: Threshold;
}

export type VerdictReason =
  | 'critical_vulnerabilities_found'
  | 'vulnerabilities_above_threshold'
  | 'critical_secrets_found'
  | 'secrets_above_threshold'
  | 'non_compliant_licenses_found'
  | 'no_issues_found'
  | 'scan_failed';

/** The gate's answer, and everything it was a function of. Written once, with the terminal status. */
export interface Verdict {
  verdict: 'PASS' | 'FAIL' | 'ERROR';
  /** The first of `reasons`. */
  reason: VerdictReason;
  reasons: VerdictReason[];
  summary: Summary;
  errorCode?: ErrorCode;
  judgedAt: string;
  advisorySnapshot: { id: string; builtAt?: string };
  inventoryDigest: string;
  policyDigest: string;
  waiversDigest: string;
  coverage: (Coverage & { projectUnitId: string })[];
}

/** Findings of one unit, counted; small enough to travel through the workflow's state. */
export interface FindingCounts {
  /** Dependencies, by severity; suppressed ones are not counted. */
  dependencies: Record<Severity, number>;
  code: Record<Severity, number>;
  secrets: Record<Severity, number>;
  licenses: { compliant: number; nonCompliant: number; unknown: number; total: number };
}

const none = (): Record<Severity, number> => ({ critical: 0, high: 0, medium: 0, low: 0, unknown: 0 });

export const noCounts = (): FindingCounts => ({
  dependencies: none(),
  code: none(),
  secrets: none(),
  licenses: { compliant: 0, nonCompliant: 0, unknown: 0, total: 0 },
});

const addSeverities = (into: Record<Severity, number>, more: Record<Severity, number>): void => {
  for (const severity of severities) into[severity] += more[severity];
};

export const sumCounts = (parts: readonly FindingCounts[]): FindingCounts => {
  const sum = noCounts();
  for (const part of parts) {
    addSeverities(sum.dependencies, part.dependencies);
    addSeverities(sum.code, part.code);
    addSeverities(sum.secrets, part.secrets);
    sum.licenses.compliant += part.licenses.compliant;
    sum.licenses.nonCompliant += part.licenses.nonCompliant;
    sum.licenses.unknown += part.licenses.unknown;
    sum.licenses.total += part.licenses.total;
  }
  return sum;
};

const withTotal = (counts: Record<Severity, number>): SeverityCounts => ({
  ...counts,
  total: severities.reduce((sum, severity) => sum + counts[severity], 0),
});

/** The dimensions a scope is judged on. The full scope always has all three (api.md, "Nothing to assess"). */
const dimensions = (scope: { scanTypes: readonly ScanType[]; fullScope: boolean }) => ({
  vulnerabilities: scope.fullScope || scope.scanTypes.includes('sca') || scope.scanTypes.includes('sast'),
  secrets: scope.fullScope || scope.scanTypes.includes('secrets'),
  licenses: scope.fullScope || scope.scanTypes.includes('license'),
});

/** The summary of a scan: keys follow the requested dimensions, the threshold is always there. */
export const summarize = (
  counts: FindingCounts,
  scope: { scanTypes: readonly ScanType[]; fullScope: boolean },
  severityThreshold: Threshold,
): Summary => {
  const asked = dimensions(scope);
  const both = none();
  addSeverities(both, counts.dependencies);
  addSeverities(both, counts.code);
  return {
    ...(asked.vulnerabilities && {
      vulnerabilities: {
        ...withTotal(both),
        dependencies: withTotal(counts.dependencies).total,
        code: withTotal(counts.code).total,
      },
    }),
    ...(asked.secrets && { secrets: withTotal(counts.secrets) }),
    ...(asked.licenses && { licenses: { ...counts.licenses } }),
    severityThreshold,
  };
};

/** PASS or FAIL, with every reason in the order the contract gives them (spec, "Verdict rules"). */
export const judge = (
  summary: Summary,
  policy: GatePolicy,
): { verdict: 'PASS' | 'FAIL'; reason: VerdictReason; reasons: VerdictReason[] } => {
  const { severityThreshold: threshold, unknownSeverityAs } = policy;
  const critical = threshold === 'critical';
  const anyReaches = (counts: Record<Severity, number> | undefined): boolean =>
    counts !== undefined &&
    severities.some((s) => counts[s] > 0 && meetsThreshold(s, threshold, unknownSeverityAs));

  const reasons: VerdictReason[] = [];
  if (anyReaches(summary.vulnerabilities)) {
    reasons.push(critical ? 'critical_vulnerabilities_found' : 'vulnerabilities_above_threshold');
  }
  if (anyReaches(summary.secrets))
    reasons.push(critical ? 'critical_secrets_found' : 'secrets_above_threshold');
  if ((summary.licenses?.nonCompliant ?? 0) > 0) reasons.push('non_compliant_licenses_found');

  const [reason] = reasons;
  return reason
    ? { verdict: 'FAIL', reason, reasons }
    : { verdict: 'PASS', reason: 'no_issues_found', reasons: ['no_issues_found'] };
};
