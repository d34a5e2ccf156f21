import { QueryClient } from '@tanstack/react-query';

/**
 * Retries nothing, because the client does; queues nothing while offline, because it would be sent later without
 * notice.
 */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
