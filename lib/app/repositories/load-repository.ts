import type { Caller } from '@scangate/domain/identity/roles';
import { plans } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { Repository, Scan } from '@scangate/domain/records';
import { oldestRepositories } from '@scangate/domain/repositories/repository-limit';
import { repositoryStateView } from '@scangate/domain/repositories/repository-view';
import { listAll, type Store } from '#ports/store.ts';

/** The newest scans among which is the latest one that ended. */
const newestScans = 20;

type RepositoryReader = Pick<
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

/** Loads the newest scan of a repository that has a verdict. */
const loadLatest = async (
  { organizationId, repositoryId }: Repository,
  store: RepositoryReader,
): Promise<Scan | undefined> => {
  const owner = { organizationId, lookup: 'repository', value: repositoryId } as const;
  const { items } = await store.list('scanListings', owner, { limit: newestScans });
  if (items.length === 0) return undefined;
  const refs = items.map(({ scanId }) => ({ record: 'scan', id: { organizationId, scanId } }) as const);
  return (await store.load(refs)).find((scan) => scan?.verdict !== undefined);
};

/** Whether the plan covers the repository: after a downgrade it covers the oldest ones only. */
const isScannable = async (
  { organizationId, repositoryId }: Repository,
  { plan }: Pick<Caller, 'plan'>,
  store: RepositoryReader,
): Promise<boolean> => {
  const limit = plans[plan].repositories;
  if (limit === null) return true;
  const names = listAll(store, { list: 'repositoryNames', owner: { organizationId }, consistent: true });
  return oldestRepositories(await Array.fromAsync(names), limit).includes(repositoryId);
};

/** Describes a repository with its latest verdict, and whether the plan lets it be scanned. */
export const describeRepository = async (
  repository: Repository,
  caller: Pick<Caller, 'plan'>,
  store: RepositoryReader,
) => {
  const [latest, scannable] = await Promise.all([
    loadLatest(repository, store),
    isScannable(repository, caller, store),
  ]);
  return repositoryStateView(repository, { latest, scannable });
};
