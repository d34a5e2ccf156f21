// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import WebhookPage from '@scangate/console/routes/webhooks/webhook-page.tsx';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';

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

afterEach(() => void vi.useRealTimers());

const open = async (answers: Answers = {}, etag = () => '"1"') => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-webhook': () => webhook,
      'list-webhook-deliveries': () => ({ items: [delivery] }),
      'redeliver-webhook': () => ({ sequence: 7 }),
      'rotate-webhook-secret': () => ({ ...webhook, secret: 'whsec_once' }),
      'list-repositories': () => ({
        items: [
          { repositoryId: 'r1', fullName: 'acme/web' },
          { repositoryId: 'r2', fullName: 'acme/api' },
        ],
      }),
      ...answers,
    },
    calls as never,
    () => ({ etag: etag() }),
  );
  await renderPart(<WebhookPage />, { client });
  await screen.findByText('Delivery log');
  return { calls };
};

test('a failing webhook says how often it failed, and its log shows the answers of the receiver', async () => {
  await open();
  expect(screen.getByText('2 failures in a row')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('No response in time')).toBeTruthy();
  expect(dialog.getByText(/<script>alert/)).toBeTruthy();
});

test('the log is polled every 10 seconds while a delivery waits', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  const answer = () => {
    reads += 1;
    return { items: [{ ...delivery, state: reads < 2 ? 'waiting' : 'delivered' }] };
  };
  await open({ 'list-webhook-deliveries': answer });
  await screen.findByText('Waiting');
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(await screen.findByText('Delivered')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reads).toBe(2);
});

test('a delivery is sent again by its sequence', async () => {
  const { calls } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'redeliver-webhook')?.input['body']).toEqual({ sequence: 7 }),
  );
});

test('a new secret is shown once, and the previous one signs as long as chosen', async () => {
  const { calls } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rotate the secret' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.clear(dialog.getByRole('spinbutton'));
  await userEvent.click(dialog.getByRole('button', { name: 'Rotate the secret' }));
  expect(dialog.getByText('Enter a whole number from 0 to 168.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('spinbutton'), '0');
  await userEvent.click(dialog.getByRole('button', { name: 'Rotate the secret' }));
  expect(await screen.findByText(/whsec_once/)).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: /Copy/ })).toBeTruthy();
  expect(calls.find(({ name }) => name === 'rotate-webhook-secret')?.input['body']).toEqual({
    overlapHours: 0,
  });
});

const filtered = { ...webhook, filter: { repositoryIds: ['r1'], branches: ['main'], verdicts: ['FAIL'] } };

const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  return within(await screen.findByRole('dialog'));
};

test('an edit changes the repositories, branches and verdicts of the filter, and keeps its other parts', async () => {
  const { calls } = await open({ 'get-webhook': () => filtered, 'change-webhook': () => filtered });
  expect(await screen.findByText('acme/web')).toBeTruthy();
  const dialog = await edit();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove acme/web' }));
  await userEvent.click(dialog.getByRole('combobox', { name: /Only these repositories/ }));
  await userEvent.click(await screen.findByRole('option', { name: /acme\/api/ }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'ERROR' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Only these branches/ }), '{Enter}default');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ name }) => name === 'change-webhook')?.input['body']).toMatchObject({
    filter: { repositoryIds: ['r2'], branches: ['main', 'default'], verdicts: ['FAIL', 'ERROR'] },
  });
});

test('an edit that the service refuses says so at its field, and keeps what was entered', async () => {
  const errors = [{ pointer: '/filter/branches', detail: 'Branch names have no spaces.' }];
  await open({
    'change-webhook': () => {
      throw new ApiProblem(422, new Headers(), { code: 'invalid_request', errors });
    },
  });
  const dialog = await edit();
  const branches = dialog.getByRole('textbox', { name: /Only these branches/ });
  await userEvent.type(branches, 'a b');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(branches.getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getByText('Branch names have no spaces.', { selector: 'p' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(branches));
  expect((branches as HTMLTextAreaElement).value).toBe('a b');
});

test('a webhook that was changed concurrently is loaded again, and the next click changes that version', async () => {
  let [version, tries] = [1, 0];
  const { calls } = await open(
    {
      'change-webhook': () => {
        tries += 1;
        if (tries > 1) return webhook;
        version = 2;
        throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch', detail: 'Changed.' });
      },
    },
    () => `"${version}"`,
  );
  const reads = () => calls.filter(({ name }) => name === 'get-webhook').length;
  const disable = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  };
  await disable();
  expect(await screen.findByText(/The page shows the new version/)).toBeTruthy();
  await waitFor(() => expect(reads()).toBe(2));
  await disable();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const sent = calls.filter(({ name }) => name === 'change-webhook');
  expect(sent.map(({ input }) => input['headers'])).toEqual([{ 'If-Match': '"1"' }, { 'If-Match': '"2"' }]);
});

test('an entry made while an edit is saved keeps the dialog open, and is kept', async () => {
  let stored = webhook;
  const saving = Promise.withResolvers<void>();
  const { calls } = await open({
    'get-webhook': () => stored,
    'change-webhook': async ({ body }) => {
      stored = { ...stored, ...Object(body) };
      await saving.promise;
      return stored;
    },
  });
  const dialog = await edit();
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /Name/ });
  const url = dialog.getByRole<HTMLInputElement>('textbox', { name: /URL/ });
  fireEvent.change(name, { target: { value: 'CI main' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  fireEvent.change(url, { target: { value: 'https://example.com/other' } });
  saving.resolve();
  await waitFor(() => expect(calls.filter((call) => call.name === 'get-webhook').length).toBeGreaterThan(1));
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect([name.value, url.value, stored.url]).toEqual(['CI main', 'https://example.com/other', webhook.url]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.url).toBe('https://example.com/other');
});
