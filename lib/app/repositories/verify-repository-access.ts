import { Problem } from '@scangate/domain/problem';
import { invalidField } from '@scangate/domain/invalid-field';
import { rateWindow } from '@scangate/domain/rate-limit';
import { countSourceCheck } from '@scangate/domain/repositories/source-check-rate';
import {
  SourceFailure,
  type SourceAnswer,
  type SourceCheck,
  type SourceQuestion,
} from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** @throws Problem repository_unreachable, whatever kept the host from responding: the caller can act on it. */
export const toUnreachable = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const { errorCode, message, retryAfterSeconds } = error;
    throw new Problem('repository_unreachable', { detail: message, errorCode, retryAfterSeconds });
  }
};

interface VerificationPorts {
  store: Pick<Store<'rateMinute'>, 'get' | 'commit'>;
  sourceCheck: Pick<SourceCheck, 'check'>;
}

const countCheck = (store: VerificationPorts['store'], organizationId: string, now: Date): Promise<void> =>
  retryOnConflict(limits.countSourceCheck, async () => {
    const id = { organizationId, minute: rateWindow(now) };
    const counted = await store.get('rateMinute', id, { consistent: true });
    await commitOrThrow(store, countSourceCheck(organizationId, counted, now));
  });

/**
 * Verifies that a URL is a git repository which the credential can read, and that it has the named branch. Each
 * request counts for the organization before the host is contacted, whichever endpoint it comes from and whatever
 * the host responds.
 * @throws Problem rate_limited, repository_unreachable, or validation_failed for a branch that the repository does
 * not have.
 */
export const verifyRepositoryAccess = async (
  { store, sourceCheck }: VerificationPorts,
  question: SourceQuestion,
  now: Date,
): Promise<SourceAnswer> => {
  await countCheck(store, question.repository.organizationId, now);
  const answer = await toUnreachable(() => sourceCheck.check(question));
  if (answer.hasBranch !== false) return answer;
  throw invalidField('/defaultBranch', 'The repository has no branch of this name.');
};
