import type { IndexedComponent, Repository } from '@scangate/domain/records';
import type { ComponentUse } from '@scangate/engines/model/component';
import type { Page, Store } from '#ports/store.ts';
import { readPackageQuery } from './package-query.ts';

/** A project unit of a default branch that uses a package. */
export interface FoundComponent {
  package: string;
  repositoryId: string;
  repository: string;
  projectUnitId: string;
  /** The path of the unit in its repository. */
  path: string;
  uses: ComponentUse[];
  /** Set when the unit has more uses of the package than are kept. */
  truncated?: true;
}

interface ComponentQuery {
  organizationId: string;
  /** A package URL, with or without version or a range of versions. */
  purl: string;
  limit: number;
  cursor: string | undefined;
}

const loadRepositories = async (
  organizationId: string,
  items: readonly IndexedComponent[],
  store: Pick<Store<'repository'>, 'load'>,
): Promise<Map<string, Repository>> => {
  const ids = [...new Set(items.map(({ repositoryId }) => repositoryId))];
  if (ids.length === 0) return new Map();
  const refs = ids.map(
    (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
  );
  const loaded = await store.load(refs);
  const connected = loaded.flatMap((each) => (each && each.disconnectedAt === undefined ? [each] : []));
  return new Map(connected.map((each) => [each.repositoryId, each]));
};

/**
 * Finds the project units of an organization that use a package, from the component index: in which versions and on
 * what path. A page may have fewer items than its limit.
 * @throws Problem invalid_query
 */
export const findComponents = async (
  { organizationId, purl, limit, cursor }: ComponentQuery,
  store: Pick<Store<'indexedComponent' | 'repository'>, 'list' | 'load'>,
): Promise<Page<FoundComponent>> => {
  const query = readPackageQuery(purl);
  const owner = { organizationId, package: query.package };
  const page = await store.list('componentUses', owner, { limit, ...(cursor !== undefined && { cursor }) });
  const present = page.items.filter(({ removedAt }) => removedAt === undefined);
  const repositories = await loadRepositories(organizationId, present, store);
  const items = present.flatMap(({ uses, ...item }): FoundComponent[] => {
    const repository = repositories.get(item.repositoryId);
    const matching = uses.filter((use) => query.matches(use));
    if (!repository || matching.length === 0) return [];
    const { package: name, repositoryId, projectUnitId, truncated } = item;
    const unit = repository.units.find((each) => each.projectUnitId === projectUnitId);
    return [
      {
        package: name,
        repositoryId,
        repository: repository.fullName,
        projectUnitId,
        path: unit?.path ?? '',
        uses: matching,
        ...(truncated && { truncated }),
      },
    ];
  });
  return { items, ...(page.cursor !== undefined && { cursor: page.cursor }) };
};
