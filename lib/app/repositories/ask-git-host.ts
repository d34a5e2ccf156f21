import { Transient } from '@scangate/domain/problem';
import {
  SourceFailure,
  type SourceAnswer,
  type SourceLocation,
  type SourceQuestion,
  type Sources,
} from '#ports/git-sources.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { decryptCredential } from './decrypt-credential.ts';

export interface SourceCheckPorts {
  sources: Pick<Sources, 'verify' | 'resolveBranch'>;
  repositorySecrets: SecretDecrypter;
}

export interface ReportedFailure {
  failure: Pick<SourceFailure, 'errorCode' | 'message' | 'retryAfterSeconds'>;
}

/** The report of the function: the response of the host, or its failure as data. */
export type SourceCheckReport = SourceAnswer | ReportedFailure;

/**
 * Reports why a host did not respond.
 * @throws the error when it is not about the host.
 */
export const reportFailure = (error: unknown, signal: AbortSignal): ReportedFailure => {
  if (error instanceof SourceFailure) {
    const { errorCode, message, retryAfterSeconds } = error;
    return { failure: { errorCode, message, retryAfterSeconds } };
  }
  if (!signal.aborted && !(error instanceof Transient)) throw error;
  const message = 'The host does not answer.';
  return { failure: { errorCode: 'repo_access', message, retryAfterSeconds: undefined } };
};

const lookUp = async (
  { location, branch }: { location: SourceLocation; branch: string },
  sources: SourceCheckPorts['sources'],
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    await sources.resolveBranch(location, branch, signal);
    return true;
  } catch (error) {
    if (error instanceof SourceFailure && error.errorCode === 'branch_or_commit_not_found') return false;
    throw error;
  }
};

/** Verifies that a URL is a git repository which the credential can read, and looks up a branch. */
export const askGitHost = async (
  { repository, branch }: SourceQuestion,
  { sources, repositorySecrets }: SourceCheckPorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<SourceCheckReport> => {
  const location = await decryptCredential(repository, repositorySecrets);
  try {
    const { provider, defaultBranch } = await sources.verify(location, signal);
    if (branch === undefined) return { provider, defaultBranch };
    const hasBranch = branch === defaultBranch || (await lookUp({ location, branch }, sources, signal));
    return { provider, defaultBranch, hasBranch };
  } catch (error) {
    return reportFailure(error, signal);
  }
};
