import { Problem, Transient } from '@scangate/domain/problem';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/sources.ts';

/** The gateway gives up after 29 s, so that a host which takes longer counts as unreachable. */
const verifyMs = 20_000;

/** Asks the host. @throws Problem repository_unreachable, whatever kept it from answering: the caller can act on it. */
const askHost = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(verifyMs);
  try {
    return await ask(signal);
  } catch (error) {
    if (error instanceof SourceFailure) {
      const { errorCode, message, retryAfterSeconds } = error;
      throw new Problem('repository_unreachable', { detail: message, errorCode, retryAfterSeconds });
    }
    if (signal.aborted || error instanceof Transient) {
      throw new Problem('repository_unreachable', { detail: 'The host does not answer.' });
    }
    throw error;
  }
};

/** Verifies that a URL is a git repository which the credential can read. @throws Problem repository_unreachable */
export const verifySource = (
  sources: Pick<Sources, 'verify'>,
  location: SourceLocation,
): ReturnType<Sources['verify']> => askHost((signal) => sources.verify(location, signal));

/** @throws Problem validation_failed for a branch that the repository does not have, or repository_unreachable. */
export const requireBranch = async (
  sources: Pick<Sources, 'resolveBranch'>,
  location: SourceLocation,
  branch: string,
): Promise<void> => {
  await askHost(async (signal) => {
    try {
      await sources.resolveBranch(location, branch, signal);
    } catch (error) {
      if (!(error instanceof SourceFailure) || error.errorCode !== 'branch_or_commit_not_found') throw error;
      const detail = 'The repository has no branch of this name.';
      const errors = [{ pointer: '/defaultBranch', code: 'validation_failed', detail }];
      throw new Problem('validation_failed', { detail, errors });
    }
  });
};
