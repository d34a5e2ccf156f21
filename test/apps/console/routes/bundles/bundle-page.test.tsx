// @vitest-environment happy-dom
import { ApiProblem } from '@scangate/client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import BundlePage from '@scangate/console/routes/bundles/bundle-page.tsx';
import type { Session } from '@scangate/console/session/session.ts';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';

const at = '2026-03-01T12:00:00.000Z';

const release = {
  bundleId: 'b1',
  releaseVersion: '1.0/rc',
  verdict: 'FAIL',
  members: [
    {
      repositoryId: 'r1',
      repository: 'acme/web',
      scanId: 's1',
      commitHash: 'a'.repeat(40),
      verdict: 'FAIL',
      scanTypes: ['sca'],
      fullScope: false,
    },
  ],
  snapshotId: 'snapshot',
  policyDigest: 'sha256:0',
  releasedAt: at,
  releasedBy: 'p1',
  supportUntil: '2031-03-01T12:00:00.000Z',
  documents: {},
  advisories: { judgedAt: at, count: 2 },
};

const repositories = [
  { repositoryId: 'r1', fullName: 'acme/web', projectUnits: [] },
  {
    repositoryId: 'r2',
    fullName: 'acme/shop',
    projectUnits: [
      { projectUnitId: 'u1', path: '', type: 'npm', name: 'shop' },
      { projectUnitId: 'u2', path: 'api', type: 'npm', name: 'shop-api' },
    ],
  },
];

const open = async (
  session: Partial<Session> = {},
  address = '/',
  answers: Answers = {},
  etag = () => '"1"',
) => {
  const calls: { name: string; input: Record<string, unknown> }[] = [];
  const client = clientOf(
    {
      'get-bundle': () => ({
        bundleId: 'b1',
        name: 'Shop',
        members: [{ repositoryId: 'r1' }],
        releases: 1,
        createdAt: at,
        createdBy: 'p1',
      }),
      'list-releases': () => ({ items: [release] }),
      'release-bundle': () => release,
      'change-bundle': () => ({}),
      'list-repositories': () => ({ items: repositories }),
      ...answers,
    },
    calls as never,
    () => ({ etag: etag() }),
  );
  await renderPart(<BundlePage />, { client, session: sessionOf(session), at: address });
  await screen.findByText('Shop');
  return { calls };
};

test('a release is made of the newest scans, with an end of support', async () => {
  const { calls } = await open({}, '/?release=true');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Release' }));
  expect(dialog.getByText('Enter a version.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: /Version/ }), '2.0');
  await userEvent.click(dialog.getByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'release-bundle')?.input['body']).toEqual({ version: '2.0' }),
  );
});

test('a release names the commit of a repository that is not released by its newest one', async () => {
  const { calls } = await open({}, '/?release=true');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: /Version/ }), '2.0');
  await userEvent.click(dialog.getByText('Commits other than the newest'));
  const commit = await dialog.findByRole('textbox', { name: 'acme/web' });
  await userEvent.type(commit, 'abc');
  await userEvent.click(dialog.getByRole('button', { name: 'Release' }));
  expect(dialog.getByText(/Enter a full commit hash/)).toBeTruthy();
  await userEvent.clear(commit);
  await userEvent.type(commit, 'b'.repeat(40));
  await userEvent.click(dialog.getByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'release-bundle')?.input['body']).toEqual({
      version: '2.0',
      commits: { r1: 'b'.repeat(40) },
    }),
  );
});

test('an edit adds and removes members, one of which is a project unit', async () => {
  const { calls } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove acme/web' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Choose at least one member.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: /Members/ }));
  await userEvent.click(await screen.findByRole('option', { name: /acme\/shop: api/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ name }) => name === 'change-bundle')?.input).toMatchObject({
    body: { name: 'Shop', members: [{ repositoryId: 'r2', projectUnitId: 'u2' }] },
  });
});

test('the documents of a release are links, whatever the name of its version', async () => {
  await open({}, `/?version=${encodeURIComponent('1.0/rc')}`);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('link', { name: 'SBOM' }).getAttribute('href')).toBe(
    '/v1/bundles/b1/releases/1.0%2Frc/sbom',
  );
  expect(dialog.getByText('Some scan types')).toBeTruthy();
});

test('a member creates releases and changes nothing else, and the billing role only reads', async () => {
  await open({ role: 'member' });
  expect(screen.getByRole('button', { name: 'New release' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Edit|Remove)$/ })).toBeNull();
});

test('the billing role cannot create a release', async () => {
  await open({ role: 'billing' });
  await screen.findByText('1.0/rc');
  expect(screen.queryByRole('button', { name: /New release|Edit|Remove/ })).toBeNull();
});

test('an edit ends when another person saved the same meanwhile', async () => {
  let name = 'Shop';
  const answers: Answers = {
    'get-bundle': () => ({
      bundleId: 'b1',
      name,
      members: [{ repositoryId: 'r1' }],
      releases: 1,
      createdAt: at,
    }),
    'change-bundle': () => {
      name = 'Store';
      throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch', detail: 'Changed.' });
    },
  };
  const { calls } = await open({}, '/', answers, () => `"${name}"`);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: /Name/ });
  await userEvent.clear(field);
  await userEvent.type(field, 'Store');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.filter((call) => call.name === 'change-bundle')).toHaveLength(1);
  await screen.findByText('Store');
});

test('a release whose version cannot be loaded says why, and its support is extended after a retry', async () => {
  let isDown = true;
  const answers: Answers = {
    'get-release': () => {
      if (isDown)
        throw new ApiProblem(503, new Headers(), { code: 'temporarily_unavailable', retryable: true });
      return release;
    },
    'change-release': () => release,
  };
  const { calls } = await open({}, `/?version=${encodeURIComponent('1.0/rc')}`, answers);
  const dialog = within(await screen.findByRole('dialog'));
  const retry = await dialog.findByRole('button', { name: 'Try again' });
  isDown = false;
  await userEvent.click(retry);
  fireEvent.change(await dialog.findByLabelText(/Supported until/), { target: { value: '2032-01-01' } });
  await userEvent.click(dialog.getByRole('button', { name: /[Ee]xtend/ }));
  await waitFor(() =>
    expect(calls.find((call) => call.name === 'change-release')?.input['headers']).toEqual({
      'If-Match': '"1"',
    }),
  );
});
