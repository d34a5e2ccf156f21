import type { Detection } from './model/assessed-unit.ts';
import type { SourceScanType } from './model/scan-type.ts';
import type { CodeFinding, SecretFinding } from './model/finding.ts';
import { isCustomRule, customRuleNames } from './model/gate/custom-rules.ts';
import { defaultTestFolders } from './model/gate/policy.ts';
import { alwaysCounts } from './model/gate/secret-liveness.ts';
import { bySeverity, moreSevere, type Severity } from './model/severity.ts';
import { relocatedDetections, type RelocationInputs } from './relocated-detections.ts';
import { suppressed, type FindSuppression } from './suppression/suppress.ts';

const maxSecretsPerFile = 100;

/** Lowers the severity of a finding in a sample to the limit that the policy sets for samples. */
const atMost = ({ sample, ...finding }: Detection, most: Severity): SecretFinding | CodeFinding =>
  sample && bySeverity(finding.severity, most) < 0 ? { ...finding, severity: most } : finding;

/** A secret that works is critical wherever it is, whatever its path or its rule suggest. */
const asLive = (finding: SecretFinding | CodeFinding): SecretFinding | CodeFinding =>
  finding.kind === 'secret' && finding.liveness === 'live' ? { ...finding, severity: 'critical' } : finding;

/** Keeps the findings of a file up to the limit: judged before suppressed ones, and the most severe first. */
const maxOfFile = (findings: SecretFinding[]): SecretFinding[] => {
  if (findings.length <= maxSecretsPerFile) return findings;
  const isSuppressed = (finding: SecretFinding): number => Number(finding.suppressed !== undefined);
  const inOrder = findings.toSorted(
    (a, b) => isSuppressed(a) - isSuppressed(b) || bySeverity(a.severity, b.severity),
  );
  const chosen = new Set(inOrder.slice(0, maxSecretsPerFile));
  return findings.filter((finding) => chosen.has(finding));
};

const notInForce = { by: 'policy', reason: 'the organization has no such rule any more' };

/** Marks findings of organization rules that the policy no longer has, as when a scan is judged again. */
const inForceTest = ({ policy: { customRules } }: RelocationInputs) => {
  const { secrets, sast } = customRuleNames(customRules);
  const names = new Set([...secrets, ...sast]);
  return <F extends SecretFinding | CodeFinding>(finding: F): F =>
    isCustomRule(finding.rule) && !names.has(finding.rule) ? { ...finding, suppressed: notInForce } : finding;
};

/** Everything that detections are judged by. */
interface DetectionGate extends RelocationInputs {
  find: FindSuppression;
  /** The path of the unit. */
  path?: string;
}

/** Judges the detections of one scan type by policy, suppressions and the findings of the reviewed side. */
export const judgeDetections = (
  type: SourceScanType,
  detections: readonly Detection[],
  { find, path = '', ...gate }: DetectionGate,
): (SecretFinding | CodeFinding)[] => {
  const lowered = { ...defaultTestFolders, ...gate.policy.testFolders };
  const kind = type === 'sast' ? 'code' : 'secret';
  const ofType = detections.filter((detection) => detection.kind === kind);
  const relocated = relocatedDetections(ofType, path, gate);
  const isReviewed = gate.suppressions?.mode === 'reviewed';
  const inForce = inForceTest(gate);
  const judged = ofType.map((detection) => {
    const severity = relocated.get(detection);
    const most = kind === 'code' ? lowered.code : lowered.secrets;
    const finding = inForce(
      asLive(atMost(detection, severity === undefined ? most : moreSevere(severity, most))),
    );
    const byComment: FindSuppression = (found) => find(found, { commentsOnly: true });
    if (alwaysCounts(finding, gate.policy.neverWaive)) return finding;
    return suppressed(finding, severity !== undefined && isReviewed ? byComment : find);
  });
  if (type === 'sast') return judged.filter((finding) => finding.kind === 'code');
  const secrets = judged.filter((finding) => finding.kind === 'secret');
  // Findings of the organization's rules do not crowd out those of the engine.
  const placeOf = ({ file, rule }: SecretFinding): string => `${isCustomRule(rule) ? 'custom' : ''} ${file}`;
  const kept = new Set([...Map.groupBy(secrets, placeOf).values()].flatMap(maxOfFile));
  return secrets.filter((finding) => kept.has(finding));
};
