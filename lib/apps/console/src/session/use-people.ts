import type { ItemOf } from '@scangate/client';
import { useMemo } from 'react';
import { useRead } from './use-read.ts';

type Person = ItemOf<'list-people'>;

export interface People {
  all: readonly Person[];
  /** The display name; undefined for somebody who left, and until the names are known. */
  nameOf: (personId: string) => string | undefined;
}

const nobody: readonly Person[] = [];

/** The people of the organization, read only when something names one. */
export const usePeople = (isNeeded = true): People => {
  const { data } = useRead('list-people', undefined, { enabled: isNeeded });
  return useMemo(() => {
    const all = data?.items ?? nobody;
    const names = new Map(all.map(({ personId, displayName }) => [personId, displayName]));
    return { all, nameOf: (personId) => names.get(personId) };
  }, [data]);
};
