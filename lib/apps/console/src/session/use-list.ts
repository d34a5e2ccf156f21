import type { ItemOf, OperationName } from '@scangate/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDocumentVisible } from './browser/document-visible.ts';
import { readPage, type InputOf, type ListPage } from './call-operation.ts';
import { useSignedIn } from './session-context.ts';
import { backgroundHeaders, intervalFor, type ReadOptions } from './use-read.ts';

/** Reads a list page after page. All pages read so far are `items`; the first page has facets and the like. */
export const useList = <N extends OperationName>(
  name: N,
  input?: InputOf<N>,
  { enabled = true, everyMs = false }: ReadOptions<readonly ItemOf<N>[]> = {},
) => {
  const { client, session } = useSignedIn();
  const isVisible = useDocumentVisible();
  const queries = useQueryClient();
  const queryKey = [session.organization.organizationId, name, 'pages', input];
  const reading = useInfiniteQuery({
    queryKey,
    enabled,
    refetchInterval: ({ state }) =>
      isVisible &&
      intervalFor(
        everyMs,
        state.data?.pages.flatMap((page: ListPage<N>) => page.items),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<N>) => page.nextCursor,
    queryFn: ({ signal, pageParam: cursor }) =>
      readPage(client, { name, input, signal, cursor, headers: backgroundHeaders() }),
  });
  const pages = reading.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const first = pages?.[0];
  return {
    ...reading,
    cancel: () => queries.cancelQueries({ queryKey, exact: true }),
    /** The rows so far, which `<Panel reading>` shows. */
    data: items,
    items: items ?? [],
    /** The body of the first page, with facets and the like. */
    first: first?.body,
    total: first?.total,
    /** Reads the next page. One that failed is not asked for again by itself. */
    onEnd:
      reading.hasNextPage && !reading.isFetchingNextPage && !reading.isFetchNextPageError
        ? () => void reading.fetchNextPage({ cancelRefetch: false })
        : undefined,
  };
};
