import type { ItemOf } from '@scangate/client';
import { useEffect, useMemo } from 'react';
import { useList } from './use-list.ts';

type Person = ItemOf<'list-people'>;

export interface People {
  all: readonly Person[];
  /** The display name; undefined for a former member, and until the names are known. */
  nameOf: (personId: string) => string | undefined;
  /** Whether every name is known, so that who has none has left. */
  isComplete: boolean;
}

/** The people of the organization, read to the last page, and only when something names one. */
export const usePeople = (isNeeded = true): People => {
  const { data, items, hasNextPage, onEnd } = useList('list-people', undefined, { enabled: isNeeded });
  useEffect(() => {
    if (isNeeded) onEnd?.();
  });
  const isComplete = data !== undefined && !hasNextPage;
  return useMemo(() => {
    const names = new Map(items.map(({ personId, displayName }) => [personId, displayName]));
    return { all: items, nameOf: (personId) => names.get(personId), isComplete };
    // oxlint-disable-next-line react/exhaustive-deps -- `items` is a new array each time while there is no `data`
  }, [data, isComplete]);
};
