import { compareText } from '@scangate/engines/model/compare-text';
import type { Finding } from '@scangate/engines/model/finding';
import { isForAudit } from '@scangate/engines/model/gate/fail-conditions';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { bySeverity } from '@scangate/engines/model/severity';
import {
  trackedKinds,
  type CountedFinding,
  type Tolerance,
  type TrackedDetails,
  type TrackedKind,
} from './tracking-records.ts';

/** The scan type that finds each kind. */
export const scanTypeOfKind: Record<TrackedKind, ScanType> = {
  vulnerability: 'sca',
  source: 'sca',
  secret: 'secrets',
  license: 'license',
  code: 'sast',
};

/** The limit of characters that a row holds of each text. */
const longestText = 300;
const shortened = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;

/** A current finding of a unit: what is known about it, and why it does not count, if so. */
export interface CurrentFinding {
  fingerprint: string;
  details: TrackedDetails;
  tolerated?: Tolerance;
  /** Set for low confidence: it is not tracked unless it already was. */
  isForAudit: boolean;
}

const auditReason = 'The policy does not count findings of low confidence.';

const toleranceOf = (finding: CountedFinding, policy: GatePolicy): Tolerance | undefined => {
  const { waived, suppressed } = finding;
  if (waived) {
    const { waiverId, reason, expiresAt } = waived;
    return { by: 'waiver', reason: shortened(reason), waiverId, expiresAt };
  }
  if (suppressed)
    return {
      by: suppressed.by === 'policy' ? 'policy' : 'suppression',
      reason: shortened(suppressed.reason),
    };
  return isForAudit(finding, policy) ? { by: 'policy', reason: auditReason } : undefined;
};

const ruleOf = (finding: CountedFinding): string => {
  if (finding.kind === 'vulnerability') return finding.advisoryId;
  return finding.kind === 'license' ? finding.license : finding.rule;
};

const packageOf = (finding: CountedFinding): Pick<TrackedDetails, 'packageName' | 'packageVersion'> => {
  if (finding.kind === 'secret' || finding.kind === 'code') return {};
  const { packageName, version } = finding;
  return {
    ...(packageName !== undefined && { packageName: shortened(packageName) }),
    ...(version !== undefined && { packageVersion: shortened(version) }),
  };
};

const isFixable = (finding: CountedFinding): boolean =>
  finding.kind === 'vulnerability' && finding.fixedVersions.length > 0;
const isKnownExploited = (finding: CountedFinding): boolean =>
  finding.kind === 'vulnerability' && finding.kev !== undefined;

/**
 * Puts findings that count first, then the most severe; ties are decided by version and place, so that the input
 * order does not matter.
 */
const byWeight =
  (policy: GatePolicy) =>
  (a: CountedFinding, b: CountedFinding): number =>
    Number(toleranceOf(a, policy) !== undefined) - Number(toleranceOf(b, policy) !== undefined) ||
    bySeverity(a.severity, b.severity) ||
    compareText(packageOf(a).packageVersion ?? '', packageOf(b).packageVersion ?? '') ||
    compareText(JSON.stringify(a), JSON.stringify(b));

const detailsOf = (
  [first, ...others]: readonly [CountedFinding, ...CountedFinding[]],
  unitPath: string,
): TrackedDetails => ({
  kind: first.kind,
  severity: first.severity,
  title: shortened(first.title),
  unitPath,
  file: first.file,
  rule: shortened(ruleOf(first)),
  ...packageOf(first),
  ...(first.kind === 'secret' && first.history && { history: first.history }),
  fixable: [first, ...others].every(isFixable),
  knownExploited: [first, ...others].some(isKnownExploited),
  occurrences: 1 + others.length,
});

const isCounted = (finding: Finding): finding is CountedFinding =>
  trackedKinds.some((kind) => kind === finding.kind);

/** Reduces the findings of a unit to one per fingerprint; advice is left out. */
export const currentFindings = (
  findings: readonly Finding[],
  { unitPath, policy }: { unitPath: string; policy: GatePolicy },
): Map<string, CurrentFinding> => {
  const groups = Map.groupBy(findings.filter(isCounted), ({ fingerprint }) => fingerprint);
  const current = new Map<string, CurrentFinding>();
  for (const [fingerprint, group] of groups) {
    const [first, ...others] = group.toSorted(byWeight(policy));
    if (!first) continue;
    const tolerated = toleranceOf(first, policy);
    current.set(fingerprint, {
      fingerprint,
      details: detailsOf([first, ...others], unitPath),
      ...(tolerated && { tolerated }),
      isForAudit: [first, ...others].every((finding) => isForAudit(finding, policy)),
    });
  }
  return current;
};
