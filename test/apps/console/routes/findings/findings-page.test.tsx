// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import FindingsPage from '@scangate/console/routes/findings/findings-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const repositoryId = '0192c9a0-6c00-7000-8000-000000000002';
const sighting = { scanId: 's1', commitHash: 'a'.repeat(40), at: '2026-03-01T00:00:00.000Z' };
const findingOf = (fingerprint: string, title: string) => ({
  fingerprint,
  repositoryId,
  fullName: 'acme/shop-1999',
  projectUnitId: 'u1',
  unitPath: '',
  kind: 'secret',
  severity: 'high',
  title,
  rule: 'private-key',
  file: 'key.pem',
  fixable: false,
  knownExploited: false,
  occurrences: 1,
  state: 'open',
  firstSeen: sighting,
  unconfirmed: false,
  assignee: null,
  ticket: null,
});
const findings = [findingOf('f1', 'A key'), findingOf('f2', 'Another key')];

beforeEach(() => sessionStorage.clear());

interface Opened {
  session?: Partial<Session>;
  at?: string;
  headers?: () => Record<string, string>;
}

const open = async (answers: Answers = {}, { session = {}, at = '/', headers = () => ({}) }: Opened = {}) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const all = {
    'list-tracked-findings': () => ({ items: findings }),
    'list-people': () => ({ items: [{ personId: 'p2', displayName: 'Grace' }] }),
    ...answers,
  };
  const view = await renderPart(<FindingsPage />, {
    client: clientOf(all, calls as never, headers),
    session: sessionOf(session),
    at,
  });
  await screen.findAllByText('A key');
  return { ...view, sent: (of: string) => calls.filter(({ name }) => name === of).map(({ input }) => input) };
};

const selectAll = () => userEvent.click(screen.getByRole('checkbox', { name: /all/i }));
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('one of 2,000 repositories is found by its name, and named in the list', async () => {
  const { sent, history } = await open({
    'list-repositories': (input) => {
      const { q } = input['query'] as { q?: string };
      return { items: q === '1999' ? [{ repositoryId, fullName: 'acme/shop-1999' }] : [] };
    },
  });
  expect(screen.getAllByText('acme/shop-1999')).toHaveLength(2);
  expect(sent('list-repositories')).toEqual([]);
  await userEvent.type(screen.getByRole('combobox', { name: 'Repository' }), '1999');
  await userEvent.click(await screen.findByRole('option', { name: 'acme/shop-1999' }));
  await waitFor(() => expect(history.location.search).toContain(`repositoryId=${repositoryId}`));
});

test('each finding that was refused is named with the reason, and stays selected', async () => {
  const { sent } = await open({
    'act-on-findings': () => ({
      items: [
        { fingerprint: 'f1', status: 'done' },
        { fingerprint: 'f2', status: 'failed', code: 'waiver_not_permitted' },
      ],
    }),
    'get-gate': () => ({ maxWaiverDays: 90 }),
  });
  await selectAll();
  await click('Waive');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'A sample');
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(await dialog.findByText('1 finding is changed.')).toBeTruthy();
  const [, row] = within(dialog.getByRole('table')).getAllByRole('row');
  expect(row?.textContent).toContain('Another key');
  expect(sent('act-on-findings')[0]).toMatchObject({
    body: { fingerprints: ['f1', 'f2'], waive: { reason: 'A sample' } },
  });
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

const many = Array.from({ length: 450 }, (_none, index) => findingOf(`g${index}`, 'A key'));

/** Assigns 450 findings, with each request answered when the test says so. */
const assignMany = async () => {
  const answers: (() => void)[] = [];
  const opened = await open({
    'list-tracked-findings': () => ({ items: many }),
    'act-on-findings': async (input) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      const { fingerprints } = input['body'] as unknown as { fingerprints: string[] };
      return { items: fingerprints.map((fingerprint) => ({ fingerprint, status: 'done' })) };
    },
  });
  await selectAll();
  await click('Assign');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  const next = () => act(async () => answers.shift()?.());
  return { ...opened, dialog, next, requests: () => opened.sent('act-on-findings').length };
};

test('stopping a change sends no further request, says what is done, and keeps the rest selected', async () => {
  const { dialog, next, requests } = await assignMany();
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(dialog.getByText('0 of 450 findings processed.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
  await next();
  expect(await dialog.findByText(/^200 findings were processed/)).toBeTruthy();
  expect(requests()).toBe(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('250 selected')).toBeTruthy();
});

test('a stopped change continues with the rest', async () => {
  const { dialog, next, requests } = await assignMany();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await next();
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply' }));
  expect(dialog.getByText('200 of 450 findings processed.')).toBeTruthy();
  await next();
  await next();
  expect(await dialog.findByText('450 findings are changed.')).toBeTruthy();
  expect(requests()).toBe(3);
});

test('a change whose page was left sends no further request', async () => {
  const { unmount, next, requests } = await assignMany();
  unmount();
  await next();
  expect(requests()).toBe(1);
});

test('another filter clears the selection', async () => {
  await open();
  await selectAll();
  expect(screen.getByText('2 selected')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'high');
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('concurrently saved notes are shown beside mine, and mine are saved on top', async () => {
  let notes: string | null = null;
  let version = 1;
  const { sent } = await open(
    {
      'get-tracked-finding': () => ({ ...findings[0], notes }),
      'change-tracked-finding': () => {
        if (version > 1) return { ...findings[0], notes };
        [notes, version] = ['theirs', 2];
        throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch' });
      },
    },
    { at: '/?finding=f1.u1', headers: () => ({ etag: `"${version}"` }) },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Notes' }), 'mine');
  await click('Save');
  expect(await screen.findByText('theirs')).toBeTruthy();
  await click('Overwrite with yours');
  await waitFor(() => expect(sent('change-tracked-finding')).toHaveLength(2));
  expect(sent('change-tracked-finding')[1]).toMatchObject({
    headers: { 'If-Match': '"2"' },
    body: { notes: 'mine' },
  });
});

test('concurrently saved notes that are equal to mine end the edit', async () => {
  let version = 1;
  const { sent } = await open(
    {
      'get-tracked-finding': () => ({ ...findings[0], notes: version === 1 ? null : 'same' }),
      'change-tracked-finding': () => {
        version = 2;
        throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch' });
      },
    },
    { at: '/?finding=f1.u1', headers: () => ({ etag: `"${version}"` }) },
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Notes' }), 'same');
  await click('Save');
  await waitFor(() => expect(sent('change-tracked-finding')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const save = screen.getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
});

test('the billing role assigns and adds notes, but waives nothing', async () => {
  await open({}, { session: { role: 'billing' } });
  await selectAll();
  expect(screen.getByRole('button', { name: 'Assign' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /[Ww]aive/ })).toBeNull();
});

test('a secret from the history names the commit that introduced it, and links to no scan', async () => {
  const history = { commitHash: 'b'.repeat(40), goneFromHead: true };
  const found = { ...findings[0], history, notes: null };
  const answers = { 'list-tracked-findings': () => ({ items: [found] }), 'get-tracked-finding': () => found };
  await open(answers, { at: '/?finding=f1.u1' });
  expect(await screen.findByText(/Gone from head, still in the history/)).toBeTruthy();
  expect(document.body.textContent).toContain(history.commitHash);
  expect(screen.queryByRole('link', { name: 'scan' })).toBeNull();
});
