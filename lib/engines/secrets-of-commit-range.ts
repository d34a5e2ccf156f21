import { alwaysCounts } from './model/gate/secret-liveness.ts';
import type { SecretFinding } from './model/finding.ts';
import type { GateInputs } from './model/gate/gate-inputs.ts';
import type { HistoricSecret, RangeFindings, RangeSecret } from './model/gate/commit-range-findings.ts';
import type { KnownDetection } from './model/gate/reviewed-findings.ts';
import { defaultTestFolders, type GatePolicy } from './model/gate/policy.ts';
import { bySeverity, type Severity } from './model/severity.ts';
import { coveringEntry } from './suppression/ignore-file.ts';
import { applyWaivers } from './waivers/match-waiver.ts';

/**
 * Returns the severity of a secret: that of its rule, or the policy's limit in tests, fixtures, examples and
 * documentation. A live secret is critical everywhere.
 */
export const severityOfSecret = (
  { severity, sample, liveness }: Pick<RangeSecret, 'severity' | 'sample' | 'liveness'>,
  policy: GatePolicy,
): Severity => {
  if (liveness === 'live') return 'critical';
  const most = { ...defaultTestFolders, ...policy.testFolders }.secrets;
  return sample && bySeverity(severity, most) < 0 ? most : severity;
};

const findingOf = (secret: RangeSecret, gate: GateInputs): SecretFinding => ({
  kind: 'secret',
  fingerprint: secret.content,
  severity: severityOfSecret(secret, gate.policy),
  title: secret.rule,
  rule: secret.rule,
  file: secret.file,
  line: secret.line,
  column: 1,
  redacted: '…',
  ...(secret.liveness && { liveness: secret.liveness }),
});

const isSuppressed = (
  finding: SecretFinding,
  allowed: boolean,
  { suppressions, policy }: GateInputs,
): boolean => {
  const { mode, own, entries } = suppressions;
  if (alwaysCounts(finding, policy.neverWaive)) return false;
  if (mode === 'none') return false;
  if (mode === 'commit' && allowed) return true;
  const inForce = mode === 'commit' ? own : entries;
  return coveringEntry(inForce, finding) !== undefined;
};

const isWaived = (finding: SecretFinding, gate: GateInputs): boolean => {
  const { waivers, judgedAt, policy } = gate;
  const unit = { projectUnitId: '', path: '' };
  const [judged] = applyWaivers([finding], { unit, waivers, neverWaive: policy.neverWaive, judgedAt });
  return judged?.waived !== undefined;
};

/** Orders the places of a secret, most severe first. */
const bySeverityAndPlace = (a: HistoricSecret, b: HistoricSecret): number =>
  bySeverity(a.severity, b.severity) || (`${a.file} ${a.line}` < `${b.file} ${b.line}` ? -1 : 1);

/**
 * Lists the secrets that count and that neither the head nor its reviewed side has, each once. Everybody who can
 * read the history of the branch can read them.
 */
export const secretsOfRange = (
  { secrets }: Pick<RangeFindings, 'secrets'>,
  known: Iterable<KnownDetection>,
  gate: GateInputs,
): HistoricSecret[] => {
  const contents = new Set<string>();
  for (const { kind, content } of known) if (kind === 'secret') contents.add(content);
  const counted = secrets
    .filter(({ content }) => !contents.has(content))
    .map((secret) => ({ secret, finding: findingOf(secret, gate) }))
    .filter(
      ({ secret: { allowed = false }, finding }) =>
        !isSuppressed(finding, allowed, gate) && !isWaived(finding, gate),
    )
    .map(({ secret, finding: { file, line, rule, severity, fingerprint, liveness } }): HistoricSecret => ({
      commitHash: secret.commitHash,
      file,
      line,
      rule,
      severity,
      fingerprint,
      ...(liveness && { liveness }),
    }))
    .toSorted(bySeverityAndPlace);
  return [...new Map(counted.toReversed().map((one) => [one.fingerprint, one])).values()].toReversed();
};
