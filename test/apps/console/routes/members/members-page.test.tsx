// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import MembersPage from '@scangate/console/routes/members/members-page.tsx';
import { clientOf, renderPart, type Answers } from '#test/support/console/render-part.tsx';

const member = (personId: string, role: string, email = `${personId}@example.com`) => ({
  personId,
  email,
  role,
  joinedAt: '2026-03-01T12:00:00.000Z',
  advisoryDigest: 'off',
});

const open = async (answers: Answers = {}, at = '/') => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'list-members': () => ({
        items: [member('p1', 'owner'), member('p2', 'member', '<img src=x>@example.com')],
      }),
      'list-invitations': () => ({ items: [] }),
      ...answers,
    },
    calls as never,
  );
  await renderPart(<MembersPage />, { client, at });
  return { calls };
};

test('an address is shown as text, whatever it looks like', async () => {
  await open();
  expect(await screen.findByText('You')).toBeTruthy();
  expect(document.querySelector('td img')).toBeNull();
  expect(document.body.textContent).toContain('<img');
});

test('an invitation is sent to the address with the role, and its form is kept until it is sent', async () => {
  const { calls } = await open({ 'create-invitation': () => ({}) }, '/?invite=true');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(dialog.getByText('Enter an e-mail address.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox'), 'new@example.com');
  await userEvent.click(dialog.getByRole('radio', { name: /Billing/ }));
  expect(sessionStorage.getItem('scangate:draft:p1:o1:invitation')).toContain('new@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'create-invitation')?.input['body']).toEqual({
      email: 'new@example.com',
      role: 'billing',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('invitations are loaded once their tab is open, and creating one opens it', async () => {
  const { calls } = await open({ 'create-invitation': () => ({}) }, '/?invite=true');
  await screen.findByText('You');
  expect(calls.map(({ name }) => name)).toEqual(['list-members']);
  const dialog = within(await screen.findByRole('dialog'));
  const email = dialog.getByRole('textbox');
  await userEvent.clear(email);
  await userEvent.type(email, 'new@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Nobody is invited')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Open invitations' }).getAttribute('aria-selected')).toBe('true');
});

test('invitations beyond the first page are read and shown', async () => {
  const invitation = (index: number) => ({
    invitationId: `i${index}`,
    email: `new${index}@example.com`,
    role: 'member',
    createdAt: '2026-03-01T12:00:00.000Z',
    expiresAt: '2026-03-08T12:00:00.000Z',
  });
  await open({
    'list-invitations': (input) => {
      const { cursor } = input['query'] as { cursor?: string };
      return cursor === undefined
        ? { items: [invitation(1)], nextCursor: 'more' }
        : { items: [invitation(2)] };
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Open invitations' }));
  expect(await screen.findByText('new1@example.com')).toBeTruthy();
  expect(await screen.findByText('new2@example.com')).toBeTruthy();
});

test('the option for advisory mail is shown to those who get it', async () => {
  await open({ 'list-members': () => ({ items: [member('p1', 'owner'), member('p2', 'member')] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for p2@example.com' }));
  expect(await screen.findByRole('menuitem', { name: 'Remove' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /advisor/ })).toBeNull();
});

test('removing asks for the address, and then says what ended', async () => {
  const ended = {
    personId: 'p2',
    tokens: [{ tokenId: 't', name: 'deploy', kind: 'service' }],
    trustRules: [],
  };
  await open({
    'list-members': () => ({ items: [member('p1', 'owner'), member('p2', 'member')] }),
    'remove-member': () => ended,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for p2@example.com' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(dialog.getByRole('textbox'), 'p2@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('1 token ended: deploy.')).toBeTruthy();
});

test('the sessions of a member end by one click, those of oneself are on another page', async () => {
  const { calls } = await open({
    'list-members': () => ({ items: [member('p1', 'owner'), member('p2', 'member')] }),
    'end-sessions': () => undefined,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for p1@example.com' }));
  expect(await screen.findByRole('menuitem', { name: 'Leave' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'End sessions' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for p2@example.com' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End sessions' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'End sessions' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'end-sessions')?.input['query']).toEqual({ personId: 'p2' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
