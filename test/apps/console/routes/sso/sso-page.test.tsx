// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import SsoPage from '@scangate/console/routes/sso/sso-page.tsx';
import { endWaiting, waitingReason } from '@scangate/console/session/sign-in/sign-in-again.ts';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';

const open = async (isRecent: () => boolean, capabilities: ('sso_basic' | 'sso_full')[] = ['sso_basic']) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-sso': () => {
        if (!isRecent()) throw new ApiProblem(403, new Headers(), { code: 'reauthentication_required' });
        return { configured: false };
      },
      'list-domains': () => ({ items: [] }),
      'list-directory-tokens': () => ({ items: [] }),
      'add-directory-token': () => ({ tokenId: 'd1', token: 'sgd_once' }),
      'set-sso': () => ({}),
      'list-members': () => ({
        items: [
          { personId: 'p1', email: 'ada@example.com', role: 'owner' },
          { personId: 'p2', email: 'member@example.com', role: 'member' },
        ],
      }),
    },
    calls as never,
  );
  await renderPart(<SsoPage />, { client, session: sessionOf({ capabilities }) });
  return { calls, names: () => calls.map(({ name }) => name) };
};

test('an old sign-in asks once, and continues after a new one', async () => {
  let isRecent = false;
  const { names } = await open(() => isRecent);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(waitingReason()).toBe('recent');
  expect(names()).toEqual(['get-sso']);
  isRecent = true;
  endWaiting(true);
  expect(await screen.findByText('No domains')).toBeTruthy();
});

test('Team has an OIDC issuer, and requests nothing that only Regulated has', async () => {
  const { names } = await open(() => true);
  await screen.findByText('No domains');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(names()).not.toContain('list-directory-tokens');
  expect(screen.getByText(/part of Regulated/)).toBeTruthy();
});

test('Regulated chooses SAML, roles, enforcement and directories', async () => {
  await open(() => true, ['sso_basic', 'sso_full']);
  expect(await screen.findByText('No directory token')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'SAML 2.0' }));
  expect(screen.getByRole('textbox', { name: /Entity id/ })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: /Every member must sign in/ })).toBeTruthy();
});

test('the page shows nothing until its list of domains is complete', async () => {
  const client = clientOf({ 'get-sso': () => ({ configured: false }) });
  await renderPart(<SsoPage />, { client, session: sessionOf({ capabilities: ['sso_basic'] }) });
  await screen.findByText('Loading…');
  expect(screen.queryByText('No issuer is set up.')).toBeNull();
});

test('owners who can sign in otherwise are named, and so are the methods that a sign-in needs', async () => {
  const { calls } = await open(() => true, ['sso_basic', 'sso_full']);
  await userEvent.type(await screen.findByRole('textbox', { name: /Issuer URL/ }), 'https://idp.example');
  await userEvent.type(screen.getByRole('textbox', { name: /Client id/ }), 'console');
  await userEvent.click(screen.getByRole('checkbox', { name: /Every member must sign in/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'ada@example.com' }));
  expect(screen.queryByRole('checkbox', { name: 'member@example.com' })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: /Required authentication methods/ }), 'mfa');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls.find(({ name }) => name === 'set-sso')?.input['body']).toMatchObject({
    enforced: { breakGlass: ['p1'] },
    session: { requiredAmr: ['mfa'] },
  });
});

test('a token of the directory is shown once, with Copy, and expires as chosen', async () => {
  const { calls } = await open(() => true, ['sso_basic', 'sso_full']);
  await userEvent.click(await screen.findByRole('button', { name: 'New directory token' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByRole('textbox', { name: /Name/ }), 'Directory');
  await userEvent.clear(form.getByRole('spinbutton'));
  await userEvent.type(form.getByRole('spinbutton'), '30');
  await userEvent.click(form.getByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/sgd_once/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: /Copy/ })).toBeTruthy();
  expect(calls.find(({ name }) => name === 'add-directory-token')?.input['body']).toEqual({
    name: 'Directory',
    expiresInDays: 30,
  });
});
