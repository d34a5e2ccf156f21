import type { ItemOf } from '@scangate/client';

/** One use of a package: a version in a unit of a repository. */
export interface PackageUse {
  key: string;
  repositoryId: string;
  repository: string;
  unitPath: string;
  version: string | undefined;
  scope: string;
  isDirect: boolean;
  path: readonly string[];
}

/** Returns a row for each use, in the order of the service. */
export const usesOf = (items: readonly ItemOf<'find-components'>[]): PackageUse[] =>
  items.flatMap(({ package: name, repositoryId, repository, projectUnitId, path: unitPath, uses }) =>
    uses.map(({ version, scope, direct, path, file }, index) => ({
      key: `${name} ${projectUnitId} ${file} ${version ?? ''} ${index}`,
      repositoryId,
      repository,
      unitPath,
      version,
      scope,
      isDirect: direct,
      path,
    })),
  );
