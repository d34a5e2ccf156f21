import type { ItemOf } from '@scangate/client';
import { useEffect, useMemo } from 'react';
import { useList } from '@scangate/console/session/use-list.ts';

type Repository = ItemOf<'list-repositories'>;

const pageSize = 100;

/**
 * Reads repositories that are stored by their ids, page by page until all are found.
 * @returns undefined until then; those that are connected no more are absent.
 */
export const useRepositories = (ids: readonly string[]): ReadonlyMap<string, Repository> | undefined => {
  const isNeeded = ids.length > 0;
  const list = useList(
    'list-repositories',
    { query: { view: 'gate', limit: pageSize } },
    { enabled: isNeeded },
  );
  const { data, onEnd } = list;
  const found = useMemo(() => new Map((data ?? []).map((one) => [one.repositoryId, one])), [data]);
  const isComplete = ids.every((id) => found.has(id));
  useEffect(() => {
    if (isNeeded && !isComplete) onEnd?.();
  }, [isNeeded, isComplete, onEnd]);
  return isComplete || list.isError || (list.isSuccess && !list.hasNextPage) ? found : undefined;
};
