// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import RepositoryPage from '@scangate/console/routes/repository/repository-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const repository = {
  repositoryId: 'r1',
  fullName: 'acme/shop',
  provider: 'git',
  url: 'https://git.example.com/acme/shop.git',
  defaultBranch: 'main',
  artifactsAsDefault: false,
  reuse: 'on',
  projectUnits: [],
  hasCredential: true,
  checks: { status: false, comment: false, annotations: false },
  connectedAt: '2026-01-01T00:00:00.000Z',
  latest: null,
  scannable: true,
};

beforeEach(() => sessionStorage.clear());

const open = async (answers: Answers = {}, session: Partial<Session> = {}) => {
  const calls: { name: string; input: unknown }[] = [];
  const client = clientOf({ 'get-repository': () => repository, ...answers }, calls);
  await renderPart(<RepositoryPage />, { client, session: sessionOf(session) });
  await screen.findByText('Latest verdict');
  return { sent: (of: string) => calls.filter(({ name }) => name === of).map(({ input }) => input) };
};

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const branches = () => screen.getByRole('textbox', { name: /Other reviewed/ });

const refusal = (status: number, code: string, pointer?: string) =>
  new ApiProblem(status, new Headers(), {
    code,
    detail: 'Not so.',
    ...(pointer !== undefined && { errors: [{ pointer, code, detail: 'Not here.' }] }),
  });

test('reviewed branches are saved, and nothing else is sent', async () => {
  const { sent } = await open({ 'change-repository': () => repository });
  await userEvent.type(branches(), 'release{Enter}stable');
  await click('Save settings');
  await waitFor(() =>
    expect(sent('change-repository')).toEqual([
      expect.objectContaining({ body: { reviewedBranches: ['release', 'stable'] } }),
    ]),
  );
  expect(await screen.findByText('Saved.')).toBeTruthy();
});

test('a host with an unknown API is asked for, and a refusal is shown at its field', async () => {
  await open({
    'change-repository': () => {
      throw refusal(422, 'validation_failed', '/checks/api');
    },
  });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Status of the commit' }));
  await click('Save settings');
  const field = await screen.findByRole('combobox', { name: 'API of the code host' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('Not here.')).toBeTruthy();
});

test('a refused save shows yours and the concurrent change, and sends yours on top', async () => {
  let current: object = repository;
  const { sent } = await open({
    'get-repository': () => current,
    'change-repository': () => {
      if (current !== repository) return current;
      current = { ...repository, defaultBranch: 'trunk', reviewedBranches: ['theirs'] };
      throw refusal(409, 'conflict');
    },
  });
  await userEvent.type(branches(), 'mine');
  await click('Save settings');
  const table = within(await screen.findByRole('table', { name: '' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toContain('Other reviewed branchesminetheirs');
  expect(rows).toContain('Default branchnot changedtrunk');
  await click('Overwrite with yours');
  await waitFor(() => expect(sent('change-repository')).toHaveLength(2));
  expect(sent('change-repository')[1]).toMatchObject({ body: { reviewedBranches: ['mine'] } });
});

test('a badge is removed after a confirmation, and its URL can be copied', async () => {
  const { sent } = await open({
    'get-repository': () => ({ ...repository, badgeId: 'b1' }),
    'remove-badge': () => ({}),
  });
  expect(screen.getByText(/^!\[Scangate\]\(.*\/badges\/b1\.svg\)/)).toBeTruthy();
  await click('Remove badge');
  expect(sent('remove-badge')).toEqual([]);
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove badge' }),
  );
  await waitFor(() => expect(sent('remove-badge')).toHaveLength(1));
});

test('disconnecting asks for the name', async () => {
  const { sent } = await open({ 'disconnect-repository': () => ({}) });
  await click('Disconnect repository');
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole('button', { name: 'Disconnect repository' });
  await userEvent.type(dialog.getByRole('textbox'), 'acme/sho');
  await userEvent.click(confirm);
  expect(sent('disconnect-repository')).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'p');
  await userEvent.click(confirm);
  await waitFor(() => expect(sent('disconnect-repository')).toHaveLength(1));
});

test('a GitHub App replaces the credential, with its ids and its key', async () => {
  const { sent } = await open({ 'change-repository': () => repository });
  await click('Rotate credential');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'GitHub App' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /App id/ }), '12');
  await userEvent.type(dialog.getByRole('textbox', { name: /Installation/ }), '34');
  await userEvent.type(dialog.getByRole('textbox', { name: /Private key/ }), 'PEM');
  await userEvent.click(dialog.getByRole('button', { name: 'Save credential' }));
  const credential = { secret: 'PEM', app: { appId: '12', installationId: '34' } };
  await waitFor(() =>
    expect(sent('change-repository')).toEqual([expect.objectContaining({ body: { credential } })]),
  );
});

test('a member changes nothing, and reads which branches are reviewed', async () => {
  await open(
    { 'get-repository': () => ({ ...repository, reviewedBranches: ['release'] }) },
    { role: 'member' },
  );
  expect(screen.getByText('release')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save|Rotate|badge|Disconnect/ })).toBeNull();
});

test('a repository beyond the limit of the plan says so, and leads those who may buy to the plans', async () => {
  await open({ 'get-repository': () => ({ ...repository, scannable: false }) });
  expect(screen.getByText('Your plan does not cover this repository')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Change plan' })).toBeTruthy();
});
