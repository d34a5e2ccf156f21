// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import SettingsPage from '@scangate/console/routes/settings/settings-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const anExport = {
  exportId: 'x1',
  requestedAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-08T12:00:00.000Z',
  files: [],
};

afterEach(() => void vi.useRealTimers());

const open = async (session: Partial<Session> = {}, answers: Answers = {}) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-organization': () => ({
        organizationId: 'o1',
        name: 'Acme',
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
      'get-retention': () => ({ days: 365, maxDays: 365 }),
      'set-retention': () => ({ days: 30, maxDays: 365 }),
      'close-organization': () => ({}),
      ...answers,
    },
    calls as never,
  );
  await renderPart(<SettingsPage />, { client, session: sessionOf(session) });
  await screen.findByText('Organization id');
  const bodyOf = (name: string) => calls.find((call) => call.name === name)?.input['body'];
  return { bodyOf, names: () => calls.map(({ name }) => name) };
};

test('erasing asks for the name, and sends it', async () => {
  const { bodyOf, names } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Erase organization' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'acme');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase organization' }));
  expect(names()).not.toContain('close-organization');
  await userEvent.clear(dialog.getByRole('textbox'));
  await userEvent.type(dialog.getByRole('textbox'), 'Acme');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase organization' }));
  await waitFor(() => expect(bodyOf('close-organization')).toEqual({ name: 'Acme' }));
});

test('a shorter retention says what it removes before it is saved', async () => {
  const { bodyOf } = await open();
  const days = await screen.findByRole('spinbutton');
  await userEvent.clear(days);
  await userEvent.type(days, '30');
  const [, save] = screen.getAllByRole('button', { name: 'Save' });
  if (save) await userEvent.click(save);
  expect(bodyOf('set-retention')).toBeUndefined();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/older than 30 days are removed/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodyOf('set-retention')).toEqual({ days: 30 }));
});

test('a member sees name and id, and requests nothing else', async () => {
  const { names } = await open({ role: 'member' });
  expect(names()).toEqual(['get-organization']);
  expect(screen.queryByRole('button', { name: /Save|Erase|export/ })).toBeNull();
});

test('exports, which need a recent sign-in, are loaded on request', async () => {
  const { names } = await open();
  expect(names()).not.toContain('list-exports');
  await userEvent.click(screen.getByRole('button', { name: 'Show exports' }));
  expect(names()).toContain('list-exports');
});

test('exports that are being made are polled every 10 seconds until they are ready', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reads = 0;
  const answer = () => {
    reads += 1;
    return { items: [{ ...anExport, state: reads < 2 ? 'running' : 'completed' }] };
  };
  await open({}, { 'list-exports': answer });
  await userEvent.click(screen.getByRole('button', { name: 'Show exports' }));
  await screen.findByText('In progress');
  await act(() => vi.advanceTimersByTimeAsync(11_000));
  expect(screen.queryByText('In progress')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reads).toBe(2);
});

test('a client organization has no retention setting', async () => {
  const organization = { organizationId: 'o1', name: 'Client', isClient: true };
  const { names } = await open({ organization });
  expect(names()).toEqual(['get-organization']);
});
