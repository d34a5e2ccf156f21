import { ApiProblem } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';
import { useSignOut } from '@scangate/console/session/sign-in/use-sign-out.ts';

const assign = vi.fn<(url: string | URL) => void>();
beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  sessionStorage.setItem('scangate:draft:name', '"x"');
});
afterEach(() => vi.restoreAllMocks());

const SignOut = () => {
  const { run, problem } = useSignOut();
  return (
    <button type="button" onClick={run}>
      {problem instanceof Error ? problem.message : 'Sign out'}
    </button>
  );
};

const signOut = async (answers: Answers): Promise<void> => {
  await renderPart(<SignOut />, { client: clientOf(answers) });
  screen.getByRole('button').click();
};

const ended = (): never => {
  throw new ApiProblem(401, new Headers(), { code: 'unauthenticated' });
};

test.each([
  ['an open session', () => undefined],
  ['a session that has ended already', ended],
])('%s is left, and its drafts with it', async (_which, answer) => {
  await signOut({ 'end-session': answer });
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/console/'));
  expect(sessionStorage.length).toBe(0);
});

test('without a network the sign-out fails, and says so', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await signOut({ 'end-session': () => undefined });
  expect(await screen.findByText('This machine has no network.')).toBeTruthy();
  expect([assign.mock.calls.length, sessionStorage.length]).toEqual([0, 1]);
  offline.mockRestore();
});
