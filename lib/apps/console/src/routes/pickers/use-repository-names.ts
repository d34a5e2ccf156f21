import { useMemo } from 'react';
import type { ChosenRepository } from './repository-picker.tsx';
import { useRepositories } from './use-repositories.ts';

/**
 * Names stored repositories, for a form that changes which they are. One that is connected no more keeps its id.
 * @returns undefined until all names are known.
 */
export const useRepositoryNames = (ids: readonly string[]): readonly ChosenRepository[] | undefined => {
  const found = useRepositories(ids);
  return useMemo(
    () =>
      found &&
      ids.map((repositoryId) => ({
        repositoryId,
        fullName: found.get(repositoryId)?.fullName ?? repositoryId,
      })),
    [found, ids],
  );
};
