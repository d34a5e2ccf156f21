import type { BranchesAnswer, BranchesQuestion, Sources } from '#ports/git-sources.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { reportFailure, type ReportedFailure } from './ask-git-host.ts';
import { decryptCredential } from './decrypt-credential.ts';

export interface BranchesPorts {
  sources: Pick<Sources, 'branches'>;
  repositorySecrets: SecretDecrypter;
}

/** Lists branches of a repository at its host. It runs in a function that can only reach git hosts. */
export const listBranches = async (
  { repository, branches }: BranchesQuestion,
  { sources, repositorySecrets }: BranchesPorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<BranchesAnswer | ReportedFailure> => {
  const location = await decryptCredential(repository, repositorySecrets);
  try {
    return await sources.branches(location, branches, signal);
  } catch (error) {
    return reportFailure(error, signal);
  }
};
