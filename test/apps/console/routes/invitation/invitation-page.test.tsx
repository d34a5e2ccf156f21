import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerRequests } from '#test/support/console/answer-requests.ts';
import { renderPart } from '#test/support/console/render-part.tsx';
import InvitationPage from '@scangate/console/routes/invitation/invitation-page.tsx';

afterEach(() => vi.restoreAllMocks());

const visit = (hash: string) => {
  window.history.replaceState(null, '', `/console/invitation${hash}`);
  return renderPart(<InvitationPage />);
};

test('accepting starts a sign-in with the invitation in the body', async () => {
  const sent = answerRequests({
    'POST /v1/session/start': { status: 410, body: { code: 'invitation_expired' } },
  });
  await visit('#sgi_secret');
  expect(window.location.hash).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Accept and sign in' }));
  expect(await screen.findByText('The invitation is no longer valid')).toBeTruthy();
  expect(sent).toMatchObject([{ path: '/v1/session/start', body: { invitation: 'sgi_secret' } }]);
});

test('another kind of secret is not accepted as an invitation', async () => {
  await visit('#sgp_token');
  expect(await screen.findByText('This address is incomplete')).toBeTruthy();
});
