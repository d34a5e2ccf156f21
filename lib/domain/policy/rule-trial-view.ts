import { defaultTestFolders, type GatePolicy } from '@scangate/engines/model/gate/policy';
import { bySeverity, meetsThreshold, type Severity } from '@scangate/engines/model/severity';
import type { Scan } from '../records.ts';

/** A finding of a rule under trial. */
interface TriedFinding {
  rule: string;
  severity: Severity;
  file: string;
  line: number;
  sample?: true;
}

/** The findings of rules in the commit of a scan. */
export interface TriedScan {
  scan: Scan;
  fullName: string;
  findings: TriedFinding[];
  gaps: { reason: string; count?: number }[];
}

/** The number of places of a rule that are listed. */
const maxPlaces = 5;

/** The severity that counts: in a test, fixture, example or documentation, the policy's. */
const countedSeverity = ({ rule, severity, sample }: TriedFinding, policy: GatePolicy): Severity => {
  const lowered = { ...defaultTestFolders, ...policy.testFolders };
  const isSecret = policy.customRules?.secrets.some((id) => rule === `custom/${id}`) ?? false;
  const most = isSecret ? lowered.secrets : lowered.code;
  return sample && bySeverity(severity, most) < 0 ? most : severity;
};

const byRule = (findings: readonly TriedFinding[]) =>
  [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, found]) => ({
    rule,
    severity: found[0]?.severity ?? 'unknown',
    findings: found.length,
    places: found.slice(0, maxPlaces).map(({ file, line }) => ({ file, line })),
  }));

/**
 * The trial of rules as the API shows it. A scan would fail if a rule finds something at or above the threshold,
 * before suppressions and waivers.
 * @param policy with the rules under trial.
 */
export const ruleTrialView = (
  tried: readonly TriedScan[],
  policy: GatePolicy,
  notLookedAt: ReadonlyMap<string, readonly unknown[]>,
) => ({
  tried: tried.length,
  scans: tried.map(({ scan, fullName, findings, gaps }) => ({
    scanId: scan.scanId,
    repositoryId: scan.repositoryId,
    fullName,
    commitHash: scan.commitHash,
    ...(scan.branch !== undefined && { branch: scan.branch }),
    ...(scan.verdict && { verdict: scan.verdict.verdict }),
    wouldFail: findings.some((finding) =>
      meetsThreshold(countedSeverity(finding, policy), policy.severityThreshold, policy.unknownSeverityAs),
    ),
    rules: byRule(findings),
    gaps,
  })),
  notLookedAt: [...notLookedAt].map(([reason, scans]) => ({ reason, scans: scans.length })),
});
