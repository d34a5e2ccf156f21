import { Problem } from '@scangate/domain/problem';
import { SourceFailure, type SourceAnswer, type SourceCheck, type SourceQuestion } from '#ports/sources.ts';

/** @throws Problem repository_unreachable, whatever kept the host from answering: the caller can act on it. */
export const toUnreachable = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    const { errorCode, message, retryAfterSeconds } = error;
    throw new Problem('repository_unreachable', { detail: message, errorCode, retryAfterSeconds });
  }
};

/**
 * Verifies that a URL is a git repository which the credential can read, and that it has the named branch.
 * @throws Problem repository_unreachable, or validation_failed for a branch that the repository does not have.
 */
export const verifySource = async (
  sourceCheck: Pick<SourceCheck, 'check'>,
  question: SourceQuestion,
): Promise<SourceAnswer> => {
  const answer = await toUnreachable(() => sourceCheck.check(question));
  if (answer.hasBranch !== false) return answer;
  const detail = 'The repository has no branch of this name.';
  const errors = [{ pointer: '/defaultBranch', code: 'validation_failed', detail }];
  throw new Problem('validation_failed', { detail, errors });
};
