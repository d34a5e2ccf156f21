import type { BranchesAnswer, BranchesQuestion, Sources } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { reportFailure, type ReportedFailure } from './check-source.ts';
import { openCredential } from './open-credential.ts';

export interface BranchesPorts {
  sources: Pick<Sources, 'branches'>;
  vault: VaultOpener;
}

/** Lists branches of a repository at its host. It runs where nothing but hosts can be reached. */
export const listBranches = async (
  { repository, branches }: BranchesQuestion,
  { sources, vault }: BranchesPorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<BranchesAnswer | ReportedFailure> => {
  const location = await openCredential(repository, vault);
  try {
    return await sources.branches(location, branches, signal);
  } catch (error) {
    return reportFailure(error, signal);
  }
};
