import { Problem, Transient } from '@scangate/domain/problem';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/sources.ts';

/** The gateway gives up after 29 s, so that a host which takes longer counts as unreachable. */
const verifyMs = 20_000;

/**
 * Verifies that a URL is a git repository which the credential can read.
 * @throws Problem repository_unreachable, whatever kept the host from answering: the caller can act on it.
 */
export const verifySource = async (
  sources: Pick<Sources, 'verify'>,
  location: SourceLocation,
): ReturnType<Sources['verify']> => {
  const signal = AbortSignal.timeout(verifyMs);
  try {
    return await sources.verify(location, signal);
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
