import type { Store } from '#ports/store.ts';

interface Limited {
  scope: { repositoryId?: string | undefined; projectUnitId?: string | undefined };
}

/** Adds the names of the repositories and the paths of the project units to which waivers are limited. */
export const addScopeNames = async <W extends Limited>(
  waivers: readonly W[],
  organizationId: string,
  store: Pick<Store<'repository'>, 'load'>,
): Promise<(W & { fullName?: string; unitPath?: string })[]> => {
  const ids = [...new Set(waivers.flatMap(({ scope: { repositoryId } }) => repositoryId ?? []))];
  const refs = ids.map(
    (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
  );
  const found = refs.length > 0 ? await store.load(refs) : [];
  const repositories = new Map(found.flatMap((one) => (one ? [[one.repositoryId, one]] : [])));
  return waivers.map((waiver) => {
    const { repositoryId = '', projectUnitId } = waiver.scope;
    const repository = repositories.get(repositoryId);
    if (!repository) return waiver;
    const unit = repository.units.find((one) => one.projectUnitId === projectUnitId);
    return { ...waiver, fullName: repository.fullName, ...(unit && { unitPath: unit.path }) };
  });
};
