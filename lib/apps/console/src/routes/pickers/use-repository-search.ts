import { useState } from 'react';
import { useDelayed } from '@scangate/console/parts/forms/use-delayed.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

const mostFound = 20;

/** Searches repositories by a part of their names at the service, however many there are. */
export const useRepositorySearch = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const [typed, setTyped] = useState('');
  const q = useDelayed(typed.trim());
  const found = useRead(
    'list-repositories',
    { query: { limit: mostFound, ...(q === '' ? { view: 'gate' } : { q }) } },
    { enabled },
  );
  return { items: found.data?.items ?? [], isSearching: found.isFetching, search: setTyped };
};
