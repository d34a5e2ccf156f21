import { useDeferredValue } from 'react';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { paletteItems, repositoryItem, type PaletteItem } from './palette-items.ts';

const mostRepositories = 8;

/**
 * Lists the palette's items while somebody types: first those that are known locally, then repositories from the
 * service.
 */
export const usePaletteItems = (text: string): { items: readonly PaletteItem[]; isSearching: boolean } => {
  const session = useSession();
  const q = useDeferredValue(text.trim());
  const isSearch = q.length >= 2 && q.length <= 100 && !q.startsWith('pkg:');
  const found = useRead(
    'list-repositories',
    { query: { q, limit: mostRepositories } },
    { enabled: isSearch },
  );
  const repositories = isSearch ? (found.data?.items ?? []) : [];
  return {
    items: [...paletteItems(text, session), ...repositories.flatMap((one) => repositoryItem(one) ?? [])],
    isSearching: isSearch && found.isFetching,
  };
};
