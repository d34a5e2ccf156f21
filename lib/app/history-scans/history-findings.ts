import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { SecretFinding } from '@scangate/engines/model/finding';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ActiveWaiver } from '@scangate/engines/model/gate/waiver';
import { severities, type Severity } from '@scangate/engines/model/severity';
import { severityOfSecret } from '@scangate/engines/secrets-of-commit-range';
import { applyWaivers } from '@scangate/engines/waivers/match-waiver';
import type { HistoricDetection } from './history-objects.ts';

interface JudgedBy {
  policy: GatePolicy;
  waivers: readonly ActiveWaiver[];
  judgedAt: string;
  repositoryId: string;
  /** Whether every file of the default branch was scanned. */
  isHeadRead: boolean;
}

/** The limit of counted places of one secret. */
const maxPlaces = 1_000;

/** Whether a secret is gone from the default branch; undefined where that is unknown. */
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
 * Returns whether a waiver holds whatever the paths of a secret are: a history tells one of its paths, and a copy in
 * another one may be what the waiver does not cover.
 */
const holdsEverywhere = ({ match }: ActiveWaiver): boolean => !('rule' in match) || match.path === undefined;

/** Makes the findings of a secret, one per place. */
const findingsOf = (secret: HistoricDetection, judged: JudgedBy): SecretFinding[] => {
  const unit = { projectUnitId: judged.repositoryId, path: '' };
  const { judgedAt, policy } = judged;
  const waivers = judged.waivers.filter(holdsEverywhere);
  const finding = findingOf(secret, judged);
  const [waived] = applyWaivers([finding], { unit, waivers, neverWaive: policy.neverWaive, judgedAt });
  // The part that counts a place may be one that could not be scanned.
  const count = Math.min(maxPlaces, Math.max(1, secret.count));
  return Array.from({ length: count }, () => waived ?? finding);
};

/** The findings of a history, the most severe first, and the number of all distinct secrets. */
export interface HistoryFindings {
  findings: SecretFinding[];
  secrets: number;
  gone: number;
  /** Whether there are more than are tracked. */
  isCut: boolean;
}

/**
 * Makes the findings of a history of any size, holding only the tracked ones. A secret belongs to the commit that
 * added it, and states when it is gone from the default branch. Waivers apply; comments and ignore files of the
 * repository do not, because whoever leaks a secret could write them.
 */
export const findingsOfHistory = async (
  secrets: AsyncIterable<HistoricDetection>,
  judged: JudgedBy,
): Promise<HistoryFindings> => {
  const most = historyLimits.secrets;
  const kept = new Map<Severity, HistoricDetection[]>(severities.map((severity) => [severity, []]));
  let count = 0;
  let gone = 0;
  for await (const secret of secrets) {
    count += 1;
    if (isGone(secret, judged.isHeadRead)) gone += 1;
    const equal = kept.get(severityOfSecret(secret, judged.policy)) ?? [];
    if (equal.length < most) equal.push(secret);
  }
  const worst = [...kept.values()].flat().slice(0, most);
  return {
    findings: worst.flatMap((secret) => findingsOf(secret, judged)),
    secrets: count,
    gone,
    isCut: count > worst.length,
  };
};
