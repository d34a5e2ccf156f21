import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Severity, Threshold } from '@scangate/engines/model/severity';
import type { Scan } from '../records.ts';
import { failsGate } from '../reports/finding-description.ts';
import { compareUnitFindings, type UnitFinding } from '../reports/listing/unit-findings.ts';
import { reasonKinds } from '../verdict/reason-kinds.ts';
import type { Verdict, VerdictReason } from '../verdict/verdict.ts';
import { explainSeverity, type ExplainedSeverity } from './severity-source.ts';
import { waysToSuppress, type SuppressionWay } from './suppression-ways.ts';

/** The limit of findings that an explanation lists for one reason; the total states their number. */
export const maxExplained = 100;

/** A finding that fails the gate, or would fail it. */
export interface ExplainedFinding {
  finding: UnitFinding;
  severity: ExplainedSeverity;
  couldSuppress: SuppressionWay[];
}

/** One reason of a verdict with the findings that caused it. */
export interface ExplainedReason {
  reason: VerdictReason;
  /** Absent for a reason that no threshold decides. */
  severityThreshold?: Threshold;
  total: number;
  findings: ExplainedFinding[];
  /** The types that were not assessed in full, for `coverage_incomplete`. */
  coverage?: Verdict['coverage'];
  /** The failures of the scan and its units, for `scan_failed`. */
  failures?: { projectUnitId?: string; errorCode?: string; error?: string }[];
}

/** A judged scan with its findings and its policy. */
export interface ExplainedScan {
  scan: Scan & { verdict: Verdict };
  findings: readonly UnitFinding[];
  policy: GatePolicy;
  /** The severity of a secret before the policy, by fingerprint. */
  foundSeverity: ReadonlyMap<string, Severity>;
}

/** The path of a unit. The files of an artifact have complete paths, whatever their unit. */
const unitPathOf = ({ artifact, units }: Scan, projectUnitId: string): string =>
  artifact ? '' : (units.find((unit) => unit.projectUnitId === projectUnitId)?.path ?? '');

const explain = (
  finding: UnitFinding,
  { scan, policy, foundSeverity }: Pick<ExplainedScan, 'scan' | 'policy' | 'foundSeverity'>,
): ExplainedFinding => ({
  finding,
  severity: explainSeverity(finding, policy, foundSeverity.get(finding.fingerprint)),
  couldSuppress: waysToSuppress(finding, policy, unitPathOf(scan, finding.projectUnitId)),
});

const failuresOf = ({ errorCode, error, units }: Scan): ExplainedReason['failures'] => [
  ...(errorCode ? [{ errorCode, ...(error !== undefined && { error }) }] : []),
  ...units.flatMap((unit) =>
    unit.errorCode
      ? [
          {
            projectUnitId: unit.projectUnitId,
            errorCode: unit.errorCode,
            ...(unit.error !== undefined && { error: unit.error }),
          },
        ]
      : [],
  ),
];

/** Explains each reason of a verdict by the findings that caused it, most severe first. */
export const explainReasons = (explained: ExplainedScan): ExplainedReason[] => {
  const { scan, findings, policy } = explained;
  const failing = findings.filter((finding) => failsGate(finding, policy)).toSorted(compareUnitFindings);
  return scan.verdict.reasons.map((reason): ExplainedReason => {
    const kinds = reasonKinds[reason] ?? [];
    const causes = failing.filter(({ kind }) => kinds.includes(kind));
    return {
      reason,
      ...(kinds.length > 0 && !kinds.includes('license') && { severityThreshold: policy.severityThreshold }),
      total: causes.length,
      findings: causes.slice(0, maxExplained).map((finding) => explain(finding, explained)),
      ...(reason === 'coverage_incomplete' && {
        coverage: scan.verdict.coverage.filter(({ status }) => status !== 'assessed'),
      }),
      ...(reason === 'scan_failed' && { failures: failuresOf(scan) }),
    };
  });
};

const withoutSuppression = (finding: UnitFinding): UnitFinding => {
  const bare = { ...finding };
  delete bare.suppressed;
  delete bare.waived;
  return bare;
};

/** Lists the findings that would fail the gate if nothing suppressed or waived them, most severe first. */
export const explainSuppressed = ({
  findings,
  policy,
}: Pick<ExplainedScan, 'findings' | 'policy'>): { total: number; findings: UnitFinding[] } => {
  const tolerated = findings
    .filter(({ suppressed, waived }) => suppressed !== undefined || waived !== undefined)
    .filter((finding) => failsGate(withoutSuppression(finding), policy))
    .toSorted(compareUnitFindings);
  return { total: tolerated.length, findings: tolerated.slice(0, maxExplained) };
};
