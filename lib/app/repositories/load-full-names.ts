import type { Store } from '#ports/store.ts';

/** Loads the full names of repositories, each repository once. @returns them by id. */
export const loadFullNames = async (
  { organizationId, repositoryIds }: { organizationId: string; repositoryIds: readonly string[] },
  store: Pick<Store<'repository'>, 'load'>,
): Promise<Map<string, string>> => {
  const refs = [...new Set(repositoryIds)].map(
    (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
  );
  const found = refs.length > 0 ? await store.load(refs) : [];
  return new Map(
    found.flatMap((repository) => (repository ? [[repository.repositoryId, repository.fullName]] : [])),
  );
};
