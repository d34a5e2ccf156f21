import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { Client } from '@scangate/client';
import { parseSearch, stringifySearch } from '@scangate/console/parts/actions/page-href.ts';
import { newQueryClient } from '@scangate/console/session/query-client.ts';
import { SessionContext } from '@scangate/console/session/session-context.ts';
import type { Session } from '@scangate/console/session/session.ts';
import type { ReactNode } from 'react';

const organization = { organizationId: 'o1', name: 'Acme', isClient: false };

/** A session of a person, by default an owner of a Team organization. */
export const sessionOf = (changes: Partial<Session> = {}): Session => ({
  person: { personId: 'p1', email: 'ada@example.com' },
  organization,
  organizations: [organization],
  role: 'owner',
  plan: 'Team',
  capabilities: ['policy_basic', 'api'],
  scopes: ['scans:read', 'tokens:write'],
  csrfToken: 'token',
  idleUntil: '2026-03-02T20:00:00.000Z',
  expiresAt: '2026-03-03T08:00:00.000Z',
  ...changes,
});

export interface Answers {
  [operation: string]: (input: { headers?: Record<string, string> } & Record<string, unknown>) => unknown;
}

/** A client that answers by functions, and notes each call. An operation without an answer is never answered. */
export const clientOf = (
  answers: Answers,
  calls: { name: string; input: unknown }[] = [],
  headersOf: () => Record<string, string> = () => ({}),
): Client =>
  ({
    call: async (name: string, input: Record<string, unknown> = {}) => {
      calls.push({ name, input });
      const answer = answers[name];
      if (!answer) return new Promise(() => undefined);
      const body = await answer(input);
      return { status: body === undefined ? 204 : 200, headers: new Headers(headersOf()), body };
    },
  }) as unknown as Client;

interface RenderOptions {
  session?: Session;
  client?: Client;
  /** The address below `/console`. */
  at?: string;
  refresh?: () => Promise<void>;
}

/** Renders a part as a page of an organization does: with a session, a client and a router. */
export const renderPart = async (part: ReactNode, options: RenderOptions = {}) => {
  const { session = sessionOf(), client = clientOf({}), at = '/', refresh = async () => undefined } = options;
  const root = createRootRoute({ component: () => part, notFoundComponent: () => part });
  const history = createMemoryHistory({ initialEntries: [`/console${at}`] });
  const router = createRouter({
    routeTree: root,
    history,
    basepath: '/console',
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const view = render(
    <QueryClientProvider client={newQueryClient()}>
      <SessionContext value={{ session, client, refresh }}>
        <RouterProvider router={router} />
      </SessionContext>
    </QueryClientProvider>,
  );
  return { ...view, history };
};
