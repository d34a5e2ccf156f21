// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import WebhookPage from '@scangate/console/routes/webhooks/webhook-page.tsx';
import { clientOf, renderPart } from '#test/support/console/render-part.tsx';

const webhook = {
  webhookId: 'w1',
  name: 'CI',
  url: 'https://example.com/hook',
  events: ['scan.completed'],
  createdAt: '2026-03-01T12:00:00.000Z',
  enabled: true,
  paused: false,
  failures: 2,
};

const delivery = {
  sequence: 7,
  eventId: 'e1',
  type: 'scan.completed',
  eventAt: '2026-03-01T12:00:00.000Z',
  state: 'given_up',
  replayed: false,
  attempts: [
    { at: '2026-03-01T12:00:01.000Z', milliseconds: 3000, cause: 'timeout' },
    {
      at: '2026-03-01T12:01:00.000Z',
      milliseconds: 80,
      status: 500,
      cause: 'status',
      excerpt: '<script>alert(1)</script>',
    },
  ],
};

const open = async () => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-webhook': () => webhook,
      'list-webhook-deliveries': () => ({ items: [delivery] }),
      'redeliver-webhook': () => ({ sequence: 7 }),
      'rotate-webhook-secret': () => ({ ...webhook, secret: 'whsec_once' }),
    },
    calls as never,
  );
  await renderPart(<WebhookPage />, { client });
  await screen.findByText('Delivery log');
  return { calls };
};

test('a failing webhook says how often, and its log what the receiver answered', async () => {
  await open();
  expect(screen.getByText('2 failures in a row')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('No answer in time')).toBeTruthy();
  expect(dialog.getByText(/<script>alert/)).toBeTruthy();
});

test('a delivery is sent again by its sequence', async () => {
  const { calls } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'redeliver-webhook')?.input['body']).toEqual({ sequence: 7 }),
  );
});

test('a new secret is shown once, after it was asked for', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rotate the secret' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Rotate the secret' }));
  expect(await screen.findByText(/whsec_once/)).toBeTruthy();
});
