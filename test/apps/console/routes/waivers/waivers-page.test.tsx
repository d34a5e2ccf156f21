// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import WaiversPage from '@scangate/console/routes/waivers/waivers-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const waiver = {
  waiverId: 'w1',
  kind: 'manual',
  match: { advisory: 'CVE-2021-44228' },
  scope: { repositoryId: 'r1', projectUnitId: 'u1' },
  fullName: 'acme/shop',
  unitPath: 'services/cart',
  reason: 'Never given untrusted text.',
  status: 'active',
  version: 1,
  createdAt: '2026-03-01T00:00:00.000Z',
  createdBy: 'p2',
  expiresAt: '2026-05-01T00:00:00.000Z',
};
const requested = { ...waiver, waiverId: 'w2', match: { rule: 'private-key' }, status: 'requested' };

const open = async (answers: Answers = {}, session: Partial<Session> = {}) => {
  const calls: { name: string; input: { query?: object; body?: object } }[] = [];
  const client = clientOf(
    {
      'list-waivers': (input) => {
        const { filter } = input['query'] as { filter?: string };
        return { items: filter === 'requested' ? [requested] : [waiver, requested] };
      },
      'list-people': () => ({ items: [{ personId: 'p2', displayName: 'Grace' }] }),
      'get-gate': () => ({ maxWaiverDays: 90 }),
      ...answers,
    },
    calls as never,
  );
  await renderPart(<WaiversPage />, { client, session: sessionOf(session) });
  await screen.findByText('CVE-2021-44228');
  return { bodyOf: (name: string) => calls.find((call) => call.name === name)?.input };
};

const choose = async (target: string, action: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${target}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
};

test('requests come first, each once, with the unit that they are limited to', async () => {
  await open();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => /Requested|Active/.exec(row.textContent)?.[0])).toEqual(['Requested', 'Active']);
  for (const row of rows) expect(row.textContent).toContain('acme/shop services/cart');
});

test('a request that is not on the first page of requests is shown with the whole list', async () => {
  const later = { ...requested, waiverId: 'w3', match: { rule: 'stripe-key' } };
  await open({
    'list-waivers': (input) => {
      const { filter } = input['query'] as { filter?: string };
      return filter === 'requested'
        ? { items: [requested], nextCursor: 'more' }
        : { items: [waiver, requested, later] };
    },
  });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => /private-key|CVE-2021-44228|stripe-key/.exec(row.textContent)?.[0])).toEqual([
    'private-key',
    'CVE-2021-44228',
    'stripe-key',
  ]);
});

test('an owner sees what a request covers, why and who asked, and approves it', async () => {
  const { bodyOf } = await open({ 'approve-waiver': () => requested });
  const dialog = await choose('private-key', 'Approve');
  const { textContent } = screen.getByRole('dialog');
  for (const text of ['private-key', 'Never given untrusted text.', 'Grace', 'acme/shop services/cart'])
    expect(textContent).toContain(text);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(bodyOf('approve-waiver')).toMatchObject({ params: { waiverId: 'w2' } }));
});

test('a member requests a renewal, and sees what it waits for', async () => {
  const { bodyOf } = await open({ 'renew-waiver': () => requested }, { role: 'member' });
  expect(screen.queryByRole('button', { name: 'Actions for private-key' })).toBeNull();
  const dialog = await choose('CVE-2021-44228', 'Renew');
  expect(dialog.getByText(/Another owner or admin has to approve it/)).toBeTruthy();
  expect(await dialog.findByText('At most 90 days from now.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Request renewal' }));
  await waitFor(() =>
    expect(bodyOf('renew-waiver')).toMatchObject({ body: { reason: 'Never given untrusted text.' } }),
  );
});

test('a renewal is proposed for at most the last whole day that the policy permits', async () => {
  await open({ 'get-gate': () => ({ maxWaiverDays: 7 }) });
  const dialog = await choose('CVE-2021-44228', 'Renew');
  await dialog.findByText('At most 7 days from now.');
  const sixDays = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
  expect(dialog.getByLabelText<HTMLInputElement>(/Last day/).value).toBe(sixDays);
});

test('a renewal beyond the policy is refused at its day', async () => {
  const error = { pointer: '/expiresAt', code: 'validation_failed', detail: 'At most 90 days.' };
  const problem = new ApiProblem(422, new Headers(), { code: 'validation_failed', errors: [error] });
  await open({
    'renew-waiver': () => {
      throw problem;
    },
  });
  const dialog = await choose('CVE-2021-44228', 'Renew');
  await userEvent.click(dialog.getByRole('button', { name: 'Renew' }));
  expect(await dialog.findByText('At most 90 days.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/Last day/)));
});

test('the billing role reads waivers, and has no action', async () => {
  await open({}, { role: 'billing' });
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
});
