import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import { SignInAgainDialog } from '@scangate/console/frame/sign-in-again-dialog.tsx';
import { announceSignIn } from '@scangate/console/session/sign-in/other-tabs.ts';
import { endWaiting, signInAgain } from '@scangate/console/session/sign-in/sign-in-again.ts';

const outcomes: boolean[] = [];
beforeEach(() => void outcomes.splice(0));
afterEach(() => {
  act(() => endWaiting(false));
  vi.restoreAllMocks();
});

const waitAs = async (reason: 'ended' | 'recent', personId = 'p1') => {
  answerRequests({
    'GET /v1/session': { body: sessionOf({ person: { personId, email: 'ada@example.com' } }) },
  });
  const refresh = vi.fn<() => Promise<void>>().mockResolvedValue(undefined);
  await renderPart(<SignInAgainDialog />, { refresh });
  act(() => void signInAgain(reason).then((isSignedIn) => outcomes.push(isSignedIn)));
  await screen.findByRole('dialog');
  return refresh;
};

test('a sign-in of the same person in another tab lets the request continue with the new session', async () => {
  const refresh = await waitAs('ended');
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('/v1/session/start?returnTo=%2Fconsole%2Fsigned-in');
  act(() => announceSignIn());
  await waitFor(() => expect(outcomes).toEqual([true]));
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('returning to the tab after an unannounced sign-in does the same', async () => {
  await waitAs('ended');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(outcomes).toEqual([true]));
});

test('when a recent sign-in is needed, returning alone proves nothing', async () => {
  await waitAs('recent');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await act(async () => undefined);
  expect([outcomes, screen.queryByRole('dialog') === null]).toEqual([[], false]);
});

test('another person who signed in does not send the request of this person', async () => {
  await waitAs('ended', 'p2');
  act(() => announceSignIn());
  expect(await screen.findByText('Somebody else signed in')).toBeTruthy();
  expect(outcomes).toEqual([]);
});
