// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ConnectDialog } from '@scangate/console/routes/integrations/connect-dialog.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

test('a credential is sent but never stored in the browser, unlike the rest of the form', async () => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  await renderPart(<ConnectDialog onClose={() => undefined} />, { client: clientOf({}, calls as never) });
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Chat');
  await userEvent.type(dialog.getByRole('textbox', { name: /Channel/ }), 'C0SECURITY');
  await userEvent.type(dialog.getByLabelText(/^Bot token/), 'xoxb-secret');
  const stored = JSON.stringify({ ...sessionStorage });
  expect(stored).toContain('C0SECURITY');
  expect(stored).not.toContain('xoxb-secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(calls.find(({ name }) => name === 'create-integration')?.input['body']).toMatchObject({
    kind: 'slack',
    credential: { botToken: 'xoxb-secret' },
  });
});

test('a missing field is named, gets the focus, and nothing is sent', async () => {
  const calls: { name: string }[] = [];
  await renderPart(<ConnectDialog onClose={() => undefined} />, { client: clientOf({}, calls as never) });
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'An incoming webhook' }));
  expect(dialog.queryByRole('textbox', { name: /Channel/ })).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Connect' }));
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Name/ }));
  expect(dialog.getAllByText('Enter a value.')).toHaveLength(2);
  expect(calls.map(({ name }) => name)).not.toContain('create-integration');
});
