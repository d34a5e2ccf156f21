import type { Repository } from '@scangate/domain/records';
import type { BranchesQuestion, SourceCheck } from '#ports/git-sources.ts';
import type { Page, Store } from '#ports/store.ts';
import { loadRepository } from './load-repository.ts';
import { toUnreachable } from './verify-repository-access.ts';

interface BranchesRequest extends Pick<Repository, 'organizationId' | 'repositoryId'> {
  branches: BranchesQuestion['branches'];
}

/**
 * Loads a page of the branches of a connected repository from its host, sorted by name. The cursor is the name of
 * the last one. It only uses the host and credential that connecting has verified and counted, so that it cannot be
 * used for probing and does not count; a branch picker calls it often.
 * @throws Problem repository_not_found or repository_unreachable.
 */
export const loadBranches = async (
  { branches, ...id }: BranchesRequest,
  {
    store,
    sourceCheck,
  }: { store: Pick<Store<'repository'>, 'get'>; sourceCheck: Pick<SourceCheck, 'branches'> },
): Promise<Page<{ name: string; commitHash: string }>> => {
  const { organizationId, repositoryId, url, credential } = await loadRepository(id, store);
  const repository = { organizationId, repositoryId, url, ...(credential && { credential }) };
  const { items, hasMore } = await toUnreachable(() => sourceCheck.branches({ repository, branches }));
  const last = hasMore ? items.at(-1) : undefined;
  return { items, ...(last && { cursor: last.name }) };
};
