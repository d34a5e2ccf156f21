import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BranchCollector } from '@scangate/git/branch-page';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { answer, serveGit } from '../support/git/git-server.ts';
import { commit, git, makeRepository } from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();

/** The ways in which one repository is read. */
const ways: [string, (repository: string) => Promise<string>][] = [
  ['version 2', async (repository) => (await serveGit(repository)).url],
  ['version 0', async (repository) => (await serveGit(repository, { isOld: true })).url],
  ['this disk', async (repository) => `file://${repository}`],
];

/** A repository with packed and loose branches, a tag and a remote branch. */
const makeBranches = (): { repository: string; first: string; second: string } => {
  const repository = makeRepository();
  const first = commit(repository, { a: '1' });
  for (const name of ['Feature/Login', 'feature/logout', 'release/1.0', 'packed'])
    git(repository, ['branch', name]);
  git(repository, ['pack-refs', '--all']);
  const second = commit(repository, { a: '2' });
  git(repository, ['branch', '--force', 'packed']);
  git(repository, ['branch', 'loose']);
  git(repository, ['tag', 'feature-tag']);
  git(repository, ['update-ref', 'refs/remotes/origin/feature', first]);
  return { repository, first, second };
};

describe.each(ways)('branches (%s)', (_, locate) => {
  test('are listed by name with their newest commits, and no other ref is', async () => {
    const { repository, first, second } = makeBranches();
    const url = await locate(repository);
    const all = await client.branches({ url }, { limit: 100 }, signal);
    expect(all).toEqual({
      branches: [
        { name: 'Feature/Login', id: first },
        { name: 'feature/logout', id: first },
        { name: 'loose', id: second },
        { name: 'packed', id: second },
        { name: 'release/1.0', id: first },
        { name: 'trunk', id: second },
      ],
      hasMore: false,
    });
  });

  test('are found by a part of the name in any case, page by page', async () => {
    const url = await locate(makeBranches().repository);
    const page = (question: object) => client.branches({ url }, { limit: 1, ...question }, signal);
    const first = await page({ part: 'LOG' });
    expect([first.branches.map(({ name }) => name), first.hasMore]).toEqual([['Feature/Login'], true]);
    const next = await page({ part: 'log', after: 'Feature/Login' });
    expect([next.branches.map(({ name }) => name), next.hasMore]).toEqual([['feature/logout'], false]);
    expect(await page({ part: 'nothing' })).toEqual({ branches: [], hasMore: false });
  });

  test('a repository without commits has none', async () => {
    const url = await locate(makeRepository());
    expect(await client.branches({ url }, { limit: 10 }, signal)).toEqual({ branches: [], hasMore: false });
  });
});

test('on this disk symbolic links are not followed, and a lock or a damaged file is not a branch', async () => {
  const { repository } = makeBranches();
  const heads = join(repository, '.git/refs/heads');
  symlinkSync('/etc', join(heads, 'etc'));
  symlinkSync('/etc/hostname', join(heads, 'hostname'));
  writeFileSync(join(heads, 'loose.lock'), '');
  writeFileSync(join(heads, 'damaged'), 'no commit\n');
  const { branches } = await client.branches({ url: `file://${repository}` }, { limit: 100 }, signal);
  expect(branches.map(({ name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/etc|hostname|lock|damaged/)]),
  );
  rmSync(heads, { recursive: true });
  mkdirSync(join(repository, '.git/refs'), { recursive: true });
  expect((await client.branches({ url: `file://${repository}` }, { limit: 1 }, signal)).hasMore).toBe(true);
});

test('a host that refuses, or is not a git host, is a failure', async () => {
  const { repository } = makeBranches();
  const denied = await serveGit(repository, { intercept: answer(401) });
  await expect(client.branches({ url: denied.url }, { limit: 1 }, signal)).rejects.toMatchObject({
    reason: 'credential_required',
  });
  const page = await serveGit(repository, { intercept: answer(200, { 'content-type': 'text/html' }) });
  await expect(client.branches({ url: page.url }, { limit: 1 }, signal)).rejects.toMatchObject({
    reason: 'invalid_repository',
  });
});

test('names that cannot be scanned are left out, and a long list keeps no more than a page', () => {
  const id = 'a'.repeat(40);
  const found = new BranchCollector({ limit: 3 });
  for (const name of ['a b', 'a\u0007', 'a..b', 'a~1', '', 'x'.repeat(256)])
    found.add(`refs/heads/${name}`, id);
  found.add('refs/tags/a', id);
  found.add('refs/heads/zero', '0'.repeat(40));
  found.add('refs/heads/short', 'abc');
  for (let at = 9_999; at >= 0; at--) found.add(`refs/heads/b${String(at).padStart(5, '0')}`, id);
  expect(found.page()).toEqual({
    branches: ['b00000', 'b00001', 'b00002'].map((name) => ({ name, id })),
    hasMore: true,
  });
});
