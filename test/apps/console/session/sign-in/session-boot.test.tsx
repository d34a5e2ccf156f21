import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { App } from '@scangate/console/app.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { useBillingState } from '@scangate/console/session/use-billing-state.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The file of a page is loaded first. */
const loading = { timeout: 10_000 };

/** Opens a page whose first request is refused, because the session has changed by then. */
const openWhile = (page: string, request: string, code: string, later: Partial<Session>) => {
  const sessions = [sessionOf()];
  const sent = answerRequests({
    get 'GET /v1/session'() {
      return { body: sessions.shift() ?? sessionOf(later) };
    },
    [request]: { status: code === 'entitlement_denied' ? 402 : 403, body: { code, detail: 'x' } },
  });
  window.history.replaceState(null, '', `/console/o/o1/${page}`);
  render(<App />);
  return () => sent.filter(({ path }) => path === '/v1/session').length;
};

describe('a page whose session changed', () => {
  test('by another role says which roles see it', async () => {
    const reads = openWhile('members', 'GET /v1/members', 'role_required', { role: 'member' });
    expect(await screen.findByText('Your role cannot see this page', {}, loading)).toBeTruthy();
    expect(reads()).toBe(2);
  });

  test('by another plan is locked, with who can change that', async () => {
    const later = { plan: 'Free', capabilities: ['policy_basic'] } as const;
    const reads = openWhile('tokens', 'GET /v1/tokens', 'entitlement_denied', {
      ...later,
      capabilities: [...later.capabilities],
    });
    expect(await screen.findByRole('link', { name: 'Change plan' }, loading)).toBeTruthy();
    expect(document.querySelector('[data-access="locked"]')).toBeTruthy();
    expect(reads()).toBe(2);
  });
});

test('a plan that was bought by another person is known with the next billing status', async () => {
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  const Part = () => <p>{useBillingState().status?.plan ?? 'unknown'}</p>;
  const status = { plan: 'Starter', hold: null };
  await renderPart(<Part />, { client: clientOf({ 'get-billing-status': () => status }), refresh });
  await screen.findByText('Starter');
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
});
