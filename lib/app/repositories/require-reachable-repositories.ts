import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Store } from '#ports/store.ts';

/** @throws Problem repository_not_found unless all of them are connected repositories that the caller may access. */
export const requireRepositories = async (
  store: Pick<Store<'repository'>, 'load'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  repositoryIds: readonly string[],
): Promise<void> => {
  if (repositoryIds.length === 0) return;
  const found = await store.load(
    repositoryIds.map(
      (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
    ),
  );
  if (found.some((repository) => !repository || repository.disconnectedAt !== undefined))
    throw new Problem('repository_not_found');
};
