import type { ArgumentsOf, BodyOfResponse, ItemOf, OperationName } from '@scangate/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDocumentVisible } from './browser/document-visible.ts';
import { isUnattended } from './browser/recent-input.ts';
import { useSignedIn } from './session-context.ts';
import { intervalFor, type ReadOptions } from './use-read.ts';

interface ListPage<I> {
  items: I[];
  nextCursor?: string;
  total?: number;
}

/** Reads a list page after page. All pages read so far are `items`; the first page has facets and the like. */
export const useList = <N extends OperationName>(
  name: N,
  input?: ArgumentsOf<N>[0],
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
        state.data?.pages.flatMap((page: ListPage<ItemOf<N>>) => page.items),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<ItemOf<N>>) => page.nextCursor,
    queryFn: async ({ signal, pageParam: cursor }) => {
      const given = (input ?? {}) as { query?: object; headers?: object };
      const call = {
        ...given,
        signal,
        query: { ...given.query, ...(cursor !== undefined && { cursor }) },
        headers: { ...given.headers, ...(isUnattended() && { 'Scangate-Background': '1' }) },
      };
      const answer = await client.call(name, ...([call] as unknown as ArgumentsOf<N>));
      return answer.body as unknown as ListPage<ItemOf<N>>;
    },
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
    first: first as BodyOfResponse<N, 200> | undefined,
    total: first?.total,
    onEnd:
      reading.hasNextPage && !reading.isFetchingNextPage ? () => void reading.fetchNextPage() : undefined,
  };
};
