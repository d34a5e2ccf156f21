import {
  SourceFailure,
  type SourceLocation,
  type Sources,
  type SuccessionQuestion,
} from '#ports/git-sources.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { reportFailure, type ReportedFailure } from './ask-git-host.ts';
import { decryptCredential } from './decrypt-credential.ts';

export interface SuccessionPorts {
  sources: Pick<Sources, 'resolveBranch' | 'ancestorsOf'>;
  repositorySecrets: SecretDecrypter;
}

/** Set when the branch has the commit, but no longer the known one, because its history was rewritten. */
const isRewritten = async (
  location: SourceLocation,
  { branch, commitHash, after }: SuccessionQuestion,
  { sources, signal }: { sources: SuccessionPorts['sources']; signal: AbortSignal },
): Promise<boolean> => {
  const tip = await sources.resolveBranch(location, branch, signal);
  const onBranch = await sources.ancestorsOf({ location, tip, commits: [commitHash, after] }, signal);
  return onBranch.includes(commitHash) && !onBranch.includes(after);
};

/**
 * Proves by the history at the host that a commit comes after a known one. A commit without proof does not count as
 * newer.
 */
export const proveSuccession = async (
  question: SuccessionQuestion,
  { sources, repositorySecrets }: SuccessionPorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<{ succeeds: boolean } | ReportedFailure> => {
  const { repository, commitHash, after } = question;
  const location = await decryptCredential(repository, repositorySecrets);
  try {
    const older = await sources.ancestorsOf({ location, tip: commitHash, commits: [after] }, signal);
    if (older.includes(after)) return { succeeds: true };
    return { succeeds: await isRewritten(location, question, { sources, signal }) };
  } catch (error) {
    if (error instanceof SourceFailure && error.errorCode === 'branch_or_commit_not_found')
      return { succeeds: false };
    return reportFailure(error, signal);
  }
};
