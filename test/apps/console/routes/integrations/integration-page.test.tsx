// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import IntegrationPage from '@scangate/console/routes/integrations/integration-page.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const integration = {
  integrationId: 'i1',
  kind: 'slack',
  name: 'Chat',
  types: ['scan.failed'],
  settings: { channel: 'C1' },
  createdAt: '2026-03-01T12:00:00.000Z',
  enabled: false,
  disabled: { cause: 'credential_refused', at: '2026-03-01T12:00:00.000Z' },
  paused: false,
  failures: 0,
};

const open = async (choice: string) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-integration': () => integration,
      'list-integration-deliveries': () => ({ items: [] }),
      'list-repositories': () => ({ items: [] }),
      'change-integration': () => integration,
    },
    calls as never,
  );
  await renderPart(<IntegrationPage />, { client });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }));
  const sent = () => calls.find(({ name }) => name === 'change-integration')?.input['body'];
  return { dialog: within(await screen.findByRole('dialog')), sent };
};

test('an integration that is pointed at another channel needs its credential again', async () => {
  const { dialog, sent } = await open('Edit');
  expect(dialog.queryByLabelText(/^Bot token/)).toBeNull();
  await userEvent.type(dialog.getByRole('textbox', { name: /Channel id/ }), '2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter a value.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Bot token/), 'xoxb-secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject({ settings: { channel: 'C12' }, credential: { botToken: 'xoxb-secret' } });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('xoxb-secret');
});

test('a stored integration keeps at least one type of event', async () => {
  const { dialog, sent } = await open('Edit');
  await userEvent.click(dialog.getByText('Event selection'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'A scan failed' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose at least one event.')).toBeTruthy();
  expect(sent()).toBeUndefined();
});

test('a new credential enables an integration that stopped because the old one was refused', async () => {
  const { dialog, sent } = await open('New credential');
  await userEvent.type(dialog.getByLabelText(/^Bot token/), 'xoxb-new');
  await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(sent()).toEqual({ credential: { botToken: 'xoxb-new' }, enabled: true }));
});
