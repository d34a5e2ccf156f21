import { addSeverities, noSeverities } from '@scangate/engines/model/finding-counts';
import { meetsThreshold, type Severity, type Threshold } from '@scangate/engines/model/severity';
import type { ProposedSuppression } from '@scangate/engines/model/gate/suppressions';
import type { ComparedFinding, Dimension } from '../comparison/compared-finding.ts';
import type { CoverageDrop } from '../comparison/coverage-dropped.ts';
import type { HistoricSecret } from '@scangate/engines/model/gate/commit-range-findings';
import type { FindingComparison } from '../comparison/compare-findings.ts';
import { requestedDimensions, withTotal, type JudgedScope } from './summarize.ts';
import type { SeverityCounts } from './verdict.ts';

/** The reasons in the order in which a check lists them. */
export const pullRequestReasons = [
  'introduced_vulnerabilities',
  'introduced_secrets',
  'introduced_non_compliant_licenses',
  'coverage_dropped',
  'no_new_issues',
  'scan_failed',
  'base_not_available',
  'base_not_reviewed',
] as const;
export type PullRequestReason = (typeof pullRequestReasons)[number];

/** The base with which a scan is compared. */
export interface ComparedBase {
  /** Absent for an unusable base of an artifact. */
  commitHash?: string;
  /** Absent when the base was only scanned for the comparison. */
  scanId?: string;
  /** Whether it is proven to be on the reviewed side. False for the base of an artifact, and for an unusable base. */
  verified: boolean;
}

/** Findings by dimension and severity; a key is present only when its dimension was requested. */
export interface DifferenceCounts {
  vulnerabilities?: SeverityCounts & { dependencies: number; code: number };
  secrets?: SeverityCounts;
  licenses?: { nonCompliant: number };
}

/** The judgment of the change, in addition to the verdict on all findings. */
export interface PullRequestCheck {
  verdict: 'PASS' | 'FAIL' | 'ERROR';
  /** The first of `reasons`. */
  reason: PullRequestReason;
  reasons: PullRequestReason[];
  /** Absent when the scan ended before it was known. */
  severityThreshold?: Threshold;
  base: ComparedBase;
  introduced: DifferenceCounts;
  fixed: DifferenceCounts;
  unchanged: DifferenceCounts;
  /** The fingerprints of the introduced findings, the worst first and at most 100; absent when nothing was compared. */
  introducedFingerprints?: string[];
  coverageDropped: CoverageDrop[];
  suppressionsProposed: ProposedSuppression[];
  /** The additions that the commits between base and head removed again; absent when they were not examined. */
  history?: RangeHistory;
}

/** The commits between the base and the head. */
export interface RangeHistory {
  /** The number of commits that were examined. */
  commits: number;
  /** The first of the secrets that count as introduced although they are gone from the head. */
  secrets: HistoricSecret[];
  /** The parts that were not examined. */
  unread: string[];
}

/** Everything on which the check is decided. */
export interface PullRequestInputs {
  base: ComparedBase;
  severityThreshold: Threshold;
  unknownSeverityAs: Threshold;
  scope: JudgedScope;
  comparison: FindingComparison;
  coverageDropped: readonly CoverageDrop[];
  suppressionsProposed: readonly ProposedSuppression[];
  history?: { commits: number; secrets: readonly HistoricSecret[]; unread: readonly string[] };
}

const countOf = (findings: readonly ComparedFinding[], dimension: Dimension): Record<Severity, number> => {
  const counts = noSeverities();
  for (const finding of findings) if (finding.dimension === dimension) counts[finding.severity] += 1;
  return counts;
};

/** Counts findings under the requested keys. */
const differenceCounts = (findings: readonly ComparedFinding[], scope: JudgedScope): DifferenceCounts => {
  const requested = requestedDimensions(scope);
  const [dependencies, code] = [countOf(findings, 'dependencies'), countOf(findings, 'code')];
  const vulnerabilities = noSeverities();
  addSeverities(vulnerabilities, dependencies);
  addSeverities(vulnerabilities, code);
  return {
    ...(requested.vulnerabilities && {
      vulnerabilities: {
        ...withTotal(vulnerabilities),
        dependencies: withTotal(dependencies).total,
        code: withTotal(code).total,
      },
    }),
    ...(requested.secrets && { secrets: withTotal(countOf(findings, 'secrets')) }),
    ...(requested.licenses && { licenses: { nonCompliant: withTotal(countOf(findings, 'licenses')).total } }),
  };
};

const failureReasons = ({
  comparison: { introduced },
  severityThreshold,
  unknownSeverityAs,
  coverageDropped,
}: PullRequestInputs): PullRequestReason[] => {
  const reaches = (...dimensions: Dimension[]): boolean =>
    introduced.some(
      ({ dimension, severity }) =>
        dimensions.includes(dimension) && meetsThreshold(severity, severityThreshold, unknownSeverityAs),
    );
  return [
    ...(reaches('dependencies', 'code') ? (['introduced_vulnerabilities'] as const) : []),
    ...(reaches('secrets') ? (['introduced_secrets'] as const) : []),
    ...(introduced.some(({ dimension }) => dimension === 'licenses')
      ? (['introduced_non_compliant_licenses'] as const)
      : []),
    ...(coverageDropped.length > 0 ? (['coverage_dropped'] as const) : []),
  ];
};

/** Bounds the lists, because the check is part of the record of the scan. */
export const maxListed = 100;
const maxHistoric = 20;

const fingerprintsOf = (findings: readonly ComparedFinding[]): string[] => {
  const worstFirst = findings.toSorted(
    (a, b) =>
      b.level - a.level || (a.fingerprint < b.fingerprint ? -1 : Number(a.fingerprint > b.fingerprint)),
  );
  return [...new Set(worstFirst.map(({ fingerprint }) => fingerprint))].slice(0, maxListed);
};

/** Decides the check of a scan whose base was judged alike, and lists every reason in order. */
export const decidePullRequestCheck = (inputs: PullRequestInputs): PullRequestCheck => {
  const { base, severityThreshold, scope, comparison, coverageDropped, suppressionsProposed, history } =
    inputs;
  const failures = failureReasons(inputs);
  const [reason = 'no_new_issues'] = failures;
  return {
    verdict: failures.length > 0 ? 'FAIL' : 'PASS',
    reason,
    reasons: failures.length > 0 ? failures : [reason],
    severityThreshold,
    base,
    introduced: differenceCounts(comparison.introduced, scope),
    fixed: differenceCounts(comparison.fixed, scope),
    unchanged: differenceCounts(comparison.unchanged, scope),
    introducedFingerprints: fingerprintsOf(comparison.introduced),
    coverageDropped: coverageDropped.slice(0, maxListed),
    suppressionsProposed: suppressionsProposed.slice(0, maxListed),
    ...(history && {
      history: {
        commits: history.commits,
        secrets: history.secrets.slice(0, maxHistoric),
        unread: history.unread.slice(0, maxHistoric),
      },
    }),
  };
};

/** The check of a scan that failed, or whose base is unusable: it is never green, and nothing proves that base. */
export const failedPullRequestCheck = (
  reason: 'scan_failed' | 'base_not_available' | 'base_not_reviewed',
  {
    base,
    severityThreshold,
    scope,
    suppressionsProposed = [],
  }: Pick<PullRequestInputs, 'base' | 'scope'> &
    Partial<Pick<PullRequestInputs, 'severityThreshold' | 'suppressionsProposed'>>,
): PullRequestCheck => {
  const nothing = differenceCounts([], scope);
  return {
    verdict: 'ERROR',
    reason,
    reasons: [reason],
    ...(severityThreshold && { severityThreshold }),
    base: { ...base, verified: false },
    introduced: nothing,
    fixed: nothing,
    unchanged: nothing,
    coverageDropped: [],
    suppressionsProposed: suppressionsProposed.slice(0, maxListed),
  };
};
