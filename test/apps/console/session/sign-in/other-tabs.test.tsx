import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { sessionOf } from '#test/support/console/render-part.tsx';
import { App } from '@scangate/console/app.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { announceSession, announceSignOut, onSession } from '@scangate/console/session/sign-in/other-tabs.ts';

const loading = { timeout: 10_000 };
const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

const globex = { organizationId: 'o2', name: 'Globex', isClient: false };
const organizations = [sessionOf().organization, globex];
const inGlobex = sessionOf({ organization: globex, organizations, csrfToken: 'token-2' });
const asBob = sessionOf({ person: { personId: 'p2', email: 'bob@example.com' }, csrfToken: 'token-3' });

/** Opens the members of an organization in a tab, whose browser gets another session later. */
const openMembers = async (members: { status?: number; body: unknown } = { body: { items: [] } }) => {
  let session: Session = sessionOf({ organizations });
  const sent = answerRequests({
    get 'GET /v1/session'() {
      return { body: session };
    },
    get 'GET /v1/members'() {
      return members;
    },
  });
  window.history.replaceState(null, '', '/console/o/o1/members');
  const heard: unknown[] = [];
  const stopListening = onSession((owner) => void heard.push(owner));
  const become = (next: Session): void => void (session = next);
  return {
    sent,
    become,
    open: async () => {
      render(<App />);
      await waitFor(() => expect(heard).toEqual([{ personId: 'p1', organizationId: 'o1' }]), loading);
      stopListening();
    },
    reads: () => sent.filter(({ path }) => path === '/v1/session').length,
  };
};

describe('a tab whose browser has another session by now', () => {
  test('asks before it follows into another organization', async () => {
    const tab = await openMembers();
    await tab.open();
    tab.become(inGlobex);
    act(() => announceSession(inGlobex));
    expect(await screen.findByText('You are signed in to Globex', {}, loading)).toBeTruthy();
  });

  test('says who is signed in, and shows nothing of either person', async () => {
    const tab = await openMembers();
    await tab.open();
    tab.become(asBob);
    act(() => announceSession(asBob));
    expect(await screen.findByText(/signed in as bob@example.com/, {}, loading)).toBeTruthy();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  test('learns it from a refused read too, when no tab reported it', async () => {
    const tab = await openMembers({ status: 403, body: { code: 'csrf_failed', detail: 'x' } });
    const first = vi.mocked(globalThis.fetch).getMockImplementation();
    vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
      const answer = await first?.(input, init);
      tab.become(inGlobex);
      return answer ?? new Response();
    });
    await tab.open();
    expect(await screen.findByText('You are signed in to Globex', {}, loading)).toBeTruthy();
    const refused = tab.sent.filter(({ path }) => path.startsWith('/v1/members'));
    expect(refused.map(({ headers }) => headers.get('scangate-csrf'))).toEqual(['token']);
  });
});

test('a tab that opens with the same session costs the others no request', async () => {
  const tab = await openMembers();
  await tab.open();
  const heard = new Promise<void>((resolve) => {
    const stopListening = onSession(() => {
      stopListening();
      resolve();
    });
  });
  announceSession(sessionOf({ csrfToken: 'token-4' }));
  await act(() => heard);
  expect(tab.reads()).toBe(1);
});

test('a sign-out in another tab ends every tab, and its drafts', async () => {
  const tab = await openMembers();
  await tab.open();
  sessionStorage.setItem('scangate:draft:name', '"x"');
  act(() => announceSignOut());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/console/'));
  expect(sessionStorage.length).toBe(0);
});
