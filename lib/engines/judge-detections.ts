import type { Detection } from './model/assessed-unit.ts';
import type { SourceScanType } from './model/scan-type.ts';
import type { CodeFinding, SecretFinding } from './model/finding.ts';
import type { GateInputs } from './model/gate/gate-inputs.ts';
import { defaultTestFolders } from './model/policy.ts';
import { bySeverity, type Threshold } from './model/severity.ts';
import { suppressed, type FindSuppression } from './suppression/suppress.ts';

const maxSecretsPerFile = 100;

/** Lowers the severity of a finding in a sample to the one that the policy gives to samples. */
const atMost = <D extends Detection>({ sample, ...finding }: D, most: Threshold): Omit<D, 'sample'> =>
  sample && bySeverity(finding.severity, most) < 0 ? { ...finding, severity: most } : finding;

/** Keeps the findings of a file up to the limit: judged before suppressed ones, and the most severe first. */
const mostOfFile = (findings: SecretFinding[]): SecretFinding[] => {
  if (findings.length <= maxSecretsPerFile) return findings;
  const isSuppressed = (finding: SecretFinding): number => Number(finding.suppressed !== undefined);
  const inOrder = findings.toSorted(
    (a, b) => isSuppressed(a) - isSuppressed(b) || bySeverity(a.severity, b.severity),
  );
  const chosen = new Set(inOrder.slice(0, maxSecretsPerFile));
  return findings.filter((finding) => chosen.has(finding));
};

/** Judges the detections of one scan type by policy and suppressions. */
export const judgeDetections = (
  type: SourceScanType,
  detections: readonly Detection[],
  {
    policy,
    reviewedSecrets = [],
    find,
  }: Pick<GateInputs, 'policy' | 'reviewedSecrets'> & { find: FindSuppression },
): (SecretFinding | CodeFinding)[] => {
  const testFolders = { ...defaultTestFolders, ...policy.testFolders };
  if (type === 'sast')
    return detections
      .filter((detection) => detection.kind === 'code')
      .map((detection) => suppressed(atMost(detection, testFolders.code), find));
  const reviewed = new Set(reviewedSecrets);
  const isRelocated = ({ contextHash = '' }: { contextHash?: string }): boolean => reviewed.has(contextHash);
  const secrets = detections
    .filter((detection) => detection.kind === 'secret')
    .map((detection) =>
      suppressed(atMost(detection, isRelocated(detection) ? 'critical' : testFolders.secrets), find),
    );
  const kept = new Set([...Map.groupBy(secrets, ({ file }) => file).values()].flatMap(mostOfFile));
  return secrets.filter((finding) => kept.has(finding));
};
