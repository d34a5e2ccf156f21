import type { Caller } from '@scangate/domain/identity/caller';
import { plans } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { Repository } from '@scangate/domain/records';
import { oldestRepositories } from '@scangate/domain/repositories/repository-limit';
import { repositoryStateView } from '@scangate/domain/repositories/repository-view';
import { listAll, type Store } from '#ports/store.ts';
import { loadLatestScans } from './load-latest-scans.ts';

export type RepositoryReader = Pick<
  Store<'repository' | 'repositoryName' | 'organization' | 'scan' | 'scanListing'>,
  'get' | 'load' | 'list'
>;

/** Loads a connected repository of the organization. @throws Problem repository_not_found */
export const loadRepository = async (
  id: Pick<Repository, 'organizationId' | 'repositoryId'>,
  store: Pick<Store<'repository'>, 'get'>,
): Promise<Repository> => {
  const repository = await store.get('repository', id, { consistent: true });
  if (!repository || repository.disconnectedAt) throw new Problem('repository_not_found');
  return repository;
};

/** Returns the ids of the repositories that the plan covers: after a downgrade the oldest ones. Undefined means all. */
const loadScannable = async (
  { organizationId, plan }: Pick<Caller, 'organizationId' | 'plan'>,
  store: RepositoryReader,
): Promise<string[] | undefined> => {
  const limit = plans[plan].repositories;
  if (limit === null) return undefined;
  const names = listAll(store, { list: 'repositoryNames', owner: { organizationId }, consistent: true });
  return oldestRepositories(await Array.fromAsync(names), limit);
};

/** Describes repositories with their latest verdicts, and whether the plan lets them be scanned. */
export const describeRepositories = async (
  repositories: readonly Repository[],
  caller: Pick<Caller, 'organizationId' | 'plan'>,
  store: RepositoryReader,
) => {
  if (repositories.length === 0) return [];
  const { organizationId } = caller;
  const repositoryIds = repositories.map(({ repositoryId }) => repositoryId);
  const [latest, scannable] = await Promise.all([
    loadLatestScans({ organizationId, repositoryIds }, store),
    loadScannable(caller, store),
  ]);
  return repositories.map((repository) => {
    const { repositoryId } = repository;
    return repositoryStateView(repository, {
      latest: latest.get(repositoryId),
      scannable: scannable?.includes(repositoryId) ?? true,
    });
  });
};

/** Describes a repository with its latest verdict, and whether the plan lets it be scanned. */
export const describeRepository = async (
  repository: Repository,
  caller: Pick<Caller, 'organizationId' | 'plan'>,
  store: RepositoryReader,
) => {
  const [described] = await describeRepositories([repository], caller, store);
  if (!described) throw new Error('a repository has no description');
  return described;
};
