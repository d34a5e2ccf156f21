import type { Caller } from '@scangate/domain/identity/roles';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';

/** The part of a caller that limits repositories. */
export type RepositoryLimits = Pick<Caller, 'repositoryIds'>;

/** Whether a credential reaches a repository of its organization. */
export const reachesRepository = ({ repositoryIds }: RepositoryLimits, repositoryId: string): boolean =>
  repositoryIds === undefined || repositoryIds.includes(repositoryId);

/**
 * Asks whether a credential reaches a repository. Any other one is as absent as a repository of another organization.
 * @param absent makes the answer for what the request names: the repository, or a scan, a finding or a unit of it.
 * @throws Problem repository_not_found, or what `absent` makes.
 */
export const requireRepository = (
  caller: RepositoryLimits,
  repositoryId: string,
  absent = (): Problem => new Problem('repository_not_found'),
): void => {
  if (!reachesRepository(caller, repositoryId)) throw absent();
};

/** @throws Problem repository_not_found unless all of them are repositories of the organization that the caller reaches. */
export const requireRepositories = async (
  store: Pick<Store<'repository'>, 'load'>,
  caller: Pick<Caller, 'organizationId' | 'repositoryIds'>,
  repositoryIds: readonly string[],
): Promise<void> => {
  if (repositoryIds.length === 0) return;
  const { organizationId } = caller;
  const found = await store.load(
    repositoryIds.map(
      (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
    ),
  );
  for (const [index, repositoryId] of repositoryIds.entries()) {
    requireRepository(caller, repositoryId);
    if (!found[index] || found[index].disconnectedAt !== undefined) throw new Problem('repository_not_found');
  }
};
