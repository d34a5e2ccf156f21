import type { BodyOfResponse, OperationName } from '@scangate/client';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDocumentVisible } from './browser/document-visible.ts';
import { isUnattended } from './browser/recent-input.ts';
import { readOperation, type InputOf } from './call-operation.ts';
import { useSignedIn } from './session-context.ts';

export interface ReadOptions<T> {
  /** Sends nothing while false. */
  enabled?: boolean;
  /**
   * Reads again after so long, while the tab is visible, or while what was read asks for it. It does not keep an idle
   * session alive.
   */
  everyMs?: number | false | ((data: T) => number | false);
}

/** A page reads again this often while something that it shows is under way. */
export const underWayMs = 10_000;

export type Reading<T> = UseQueryResult<T> & { cancel: () => unknown };

/** A background request, which does not keep an idle session alive. */
export const backgroundHeaders = (): Record<string, string> =>
  isUnattended() ? { 'Scangate-Background': '1' } : {};

/** The key of what an operation answered, to invalidate it after a change. */
export const keyOf = (name: OperationName, input?: object): readonly unknown[] =>
  input === undefined ? [name] : [name, input];

export const intervalFor = <T>(everyMs: ReadOptions<T>['everyMs'], data: T | undefined): number | false => {
  if (typeof everyMs !== 'function') return everyMs ?? false;
  return data !== undefined && everyMs(data);
};

/** Reads by a GET operation. The page shows the result with `<Panel reading={…}>`. */
export const useRead = <N extends OperationName>(
  name: N,
  input?: InputOf<N>,
  { enabled = true, everyMs = false }: ReadOptions<BodyOfResponse<N, 200>> = {},
): Reading<BodyOfResponse<N, 200>> => {
  const { client, session } = useSignedIn();
  const isVisible = useDocumentVisible();
  const queries = useQueryClient();
  const queryKey = [session.organization.organizationId, ...keyOf(name, input)];
  const reading = useQuery<BodyOfResponse<N, 200>>({
    queryKey,
    enabled,
    refetchInterval: ({ state }) => isVisible && intervalFor(everyMs, state.data),
    queryFn: async ({ signal }) =>
      (await readOperation(client, { name, input, signal, headers: backgroundHeaders() })).body,
  });
  const cancel = (): unknown => queries.cancelQueries({ queryKey, exact: true });
  return { ...reading, cancel };
};
