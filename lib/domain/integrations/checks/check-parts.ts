import type { StoredEvent } from '@scangate/domain/events/event-records';
import type { Repository, Scan } from '@scangate/domain/records';
import type { CandidateCheck } from './claim-check-comment.ts';
import { isWeak, type CheckResult } from './judge-check.ts';

/** One of the places that show a result at its host: the status of the commit, or the comment on the pull request. */
export interface CheckPart {
  kind: 'result' | 'comment';
  candidate: CandidateCheck;
}

/** Lists the parts that the settings of a repository enable. */
export const checkParts = (
  { organizationId, repositoryId, scanId, createdAt: scanAt, commitHash, pullRequest }: Scan,
  result: CheckResult,
  { checks }: Pick<Repository, 'checks'>,
): CheckPart[] => {
  const candidate = { organizationId, repositoryId, scanId, scanAt };
  const ofCommit: CheckPart = {
    kind: 'result',
    candidate: { ...candidate, subject: `commit:${commitHash}`, weak: isWeak(result) },
  };
  // On a pull request the latest result counts, whatever its commit.
  const ofPullRequest: CheckPart = {
    kind: 'comment',
    candidate: { ...candidate, subject: `pull:${pullRequest?.number}`, weak: false },
  };
  return [...(checks?.status ? [ofCommit] : []), ...(checks?.comment && pullRequest ? [ofPullRequest] : [])];
};

/** Returns whether another event has the same result: a scan that completed and did not pass has two events. */
export const isSecondEvent = ({ type, about }: Pick<StoredEvent, 'type' | 'about'>): boolean =>
  type === 'scan.failed' && about?.verdict === 'FAIL';
