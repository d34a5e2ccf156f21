import { useEffect, useMemo } from 'react';
import { useList } from '@scangate/console/session/use-list.ts';
import type { ChosenRepository } from './repository-picker.tsx';

const pageSize = 100;

/**
 * Names stored repositories, for a form that changes which they are. One that is connected no more keeps its id.
 * @returns undefined until all names are known.
 */
export const useRepositoryNames = (ids: readonly string[]): readonly ChosenRepository[] | undefined => {
  const isNeeded = ids.length > 0;
  const list = useList(
    'list-repositories',
    { query: { view: 'gate', limit: pageSize } },
    { enabled: isNeeded },
  );
  const { data } = list;
  const names = useMemo(
    () => new Map((data ?? []).map(({ repositoryId, fullName }) => [repositoryId, fullName])),
    [data],
  );
  const isComplete = ids.every((id) => names.has(id));
  const { onEnd } = list;
  useEffect(() => {
    if (isNeeded && !isComplete) onEnd?.();
  }, [isNeeded, isComplete, onEnd]);
  const isRead = isComplete || list.isError || (list.isSuccess && !list.hasNextPage);
  return useMemo(
    () =>
      isRead
        ? ids.map((repositoryId) => ({ repositoryId, fullName: names.get(repositoryId) ?? repositoryId }))
        : undefined,
    [isRead, ids, names],
  );
};
