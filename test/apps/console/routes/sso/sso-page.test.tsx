// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import SsoPage from '@scangate/console/routes/sso/sso-page.tsx';
import { endWaiting, waitingReason } from '@scangate/console/session/sign-in/sign-in-again.ts';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';

const open = async (isRecent: () => boolean, capabilities: ('sso_basic' | 'sso_full')[] = ['sso_basic']) => {
  const calls: { name: string; input: unknown }[] = [];
  const client = clientOf(
    {
      'get-sso': () => {
        if (!isRecent()) throw new ApiProblem(403, new Headers(), { code: 'reauthentication_required' });
        return { configured: false };
      },
      'list-domains': () => ({ items: [] }),
      'list-directory-tokens': () => ({ items: [] }),
    },
    calls,
  );
  await renderPart(<SsoPage />, { client, session: sessionOf({ capabilities }) });
  return { names: () => calls.map(({ name }) => name) };
};

test('an old sign-in asks once, and goes on after a new one', async () => {
  let isRecent = false;
  const { names } = await open(() => isRecent);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  expect(waitingReason()).toBe('recent');
  expect(names()).toEqual(['get-sso']);
  isRecent = true;
  endWaiting(true);
  expect(await screen.findByText('No domains')).toBeTruthy();
});

test('Team has an OIDC issuer, and asks for nothing of Regulated', async () => {
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
