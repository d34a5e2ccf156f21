import type { SecretFinding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { bySeverity } from '@scangate/engines/model/severity';
import { severityOfSecret } from '@scangate/engines/secrets-of-range';
import { applyWaivers } from '@scangate/engines/waivers/match-waiver';
import type { HistoricDetection } from './history-objects.ts';

/** A secret of a history: its findings, one for each place. */
export interface HistorySecret {
  commitHash: string;
  findings: SecretFinding[];
}

interface JudgedBy {
  policy: GatePolicy;
  waivers: readonly ActiveWaiver[];
  judgedAt: string;
  repositoryId: string;
  /** Whether every file of the default branch was looked at. */
  isHeadRead: boolean;
}

/** The places of one secret that are counted. */
const maxPlaces = 1_000;

/** Whether a secret is gone from the default branch; undefined where nobody knows. */
const isGone = ({ place }: HistoricDetection, isHeadRead: boolean): boolean | undefined => {
  if (place === 'head') return false;
  return isHeadRead && place === 'gone' ? true : undefined;
};

const findingOf = (secret: HistoricDetection, { policy, isHeadRead }: JudgedBy): SecretFinding => {
  const { content, rule, file, line, commitHash } = secret;
  const goneFromHead = isGone(secret, isHeadRead);
  return {
    kind: 'secret',
    fingerprint: content,
    severity: severityOfSecret(secret, policy),
    title: rule,
    rule,
    file,
    line,
    column: 1,
    redacted: '…',
    history: { commitHash, ...(goneFromHead !== undefined && { goneFromHead }) },
  };
};

/**
 * Makes the findings of a history, the most severe first. A secret is one of the commit that brought it, and says when the
 * default branch does not have it any more. Waivers hold; comments and ignore files of the repository do not, because
 * whoever leaks a secret could write them.
 */
export const findingsOfHistory = (
  secrets: readonly HistoricDetection[],
  judged: JudgedBy,
): { secrets: HistorySecret[]; gone: number } => {
  const unit = { projectUnitId: judged.repositoryId, path: '' };
  const { waivers, judgedAt, policy } = judged;
  const found = secrets.map((secret) => {
    const finding = findingOf(secret, judged);
    const [waived] = applyWaivers([finding], { unit, waivers, neverWaive: policy.neverWaive, judgedAt });
    const count = Math.min(maxPlaces, secret.count);
    const findings = Array.from({ length: count }, () => waived ?? finding);
    return { finding, commitHash: secret.commitHash, findings };
  });
  const sorted = found.toSorted((a, b) => bySeverity(a.finding.severity, b.finding.severity));
  return {
    secrets: sorted.map(({ commitHash, findings }) => ({ commitHash, findings })),
    gone: found.filter(({ finding }) => finding.history?.goneFromHead).length,
  };
};
