// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TrustTab } from '@scangate/console/routes/tokens/trust/trust-tab.tsx';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';

const rule = {
  trustId: 't1',
  name: 'Shop',
  provider: 'github',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'scangate:o1',
  match: { repository_id: '42' },
  repositories: 'matching',
  scopes: ['scans:write'],
  personId: 'p1',
  heldSince: '2026-03-01T12:00:00.000Z',
  createdBy: 'p1',
  createdAt: '2026-03-01T12:00:00.000Z',
};

/** Whether the request is for the first page of a list. */
const isFirst = ({ query }: Record<string, unknown>) =>
  (query as { cursor?: string } | undefined)?.cursor === undefined;

const open = async (changes: Partial<typeof rule> = {}, answers: Answers = {}) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'list-trust-rules': () => ({ items: [{ ...rule, ...changes }] }),
      'list-people': () => ({ items: [{ personId: 'p2', displayName: 'Grace' }] }),
      'change-trust-rule': () => rule,
      ...answers,
    },
    calls as never,
  );
  await renderPart(<TrustTab />, { client });
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog'));
  };
  const sent = () => calls.find(({ name }) => name === 'change-trust-rule')?.input['body'];
  return { calls, choose, sent };
};

test('an edit sends what was changed; provider and issuer stay', async () => {
  const { choose, sent, calls } = await open();
  const dialog = await choose('Edit');
  expect((dialog.getByRole('combobox', { name: 'Provider' }) as HTMLSelectElement).disabled).toBe(true);
  expect((dialog.getByRole('textbox', { name: 'Issuer' }) as HTMLInputElement).disabled).toBe(true);
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await userEvent.clear(value);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter the value of each claim.')).toBeTruthy();
  expect(document.activeElement).toBe(value);
  await userEvent.type(value, '43');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual({ match: { repository_id: '43' } });
  expect(calls.map(({ name }) => name)).not.toContain('list-people');
});

test('a change that the service refuses is shown at its claim', async () => {
  const errors = [{ pointer: '/match/repository_id', detail: 'It has to be an exact id.' }];
  const { choose } = await open(
    {},
    {
      'change-trust-rule': () => {
        throw new ApiProblem(422, new Headers(), { code: 'trust_too_wide', errors });
      },
    },
  );
  const dialog = await choose('Edit');
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await userEvent.type(value, '*');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(value.getAttribute('aria-invalid')).toBe('true'));
  expect((value as HTMLInputElement).value).toBe('42*');
});

test('a rule of another person names them, and is taken over only on request', async () => {
  const { choose, sent } = await open({ personId: 'p2' });
  expect(await screen.findByText('Grace')).toBeTruthy();
  const dialog = await choose('Become responsible');
  expect(sent()).toBeUndefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Become responsible' }));
  await waitFor(() => expect(sent()).toEqual({ personId: 'p1' }));
});

test('a rule whose person left says that nobody owns it', async () => {
  await open({ personId: 'p9' });
  expect(await screen.findByText('Nobody: they left')).toBeTruthy();
});

test('an owner on a later page of people is named, and nobody is called a former member before every name is known', async () => {
  const later = Promise.withResolvers<unknown>();
  await open(
    { personId: 'p9' },
    {
      'list-people': (input) =>
        isFirst(input)
          ? { items: [{ personId: 'p2', displayName: 'Grace' }], nextCursor: 'more' }
          : later.promise,
    },
  );
  await screen.findByRole('button', { name: 'Actions for Shop' });
  expect(screen.queryByText('Nobody: they left')).toBeNull();
  later.resolve({ items: [{ personId: 'p9', displayName: 'Mary' }] });
  expect(await screen.findByText('Mary')).toBeTruthy();
});
