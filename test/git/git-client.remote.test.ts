import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type GitServerOptions } from '../support/git/git-server.ts';
import {
  commit,
  git,
  limits,
  makeRepository,
  incompressibleBytes,
  readAll,
} from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const anywhere = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();
const missing = '0123456789abcdef0123456789abcdef01234567';

const packIndexes = (repository: string): string[] => {
  const folder = join(repository, '.git/objects/pack');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.idx'))
    .map((name) => join(folder, name));
};

const protocols: [string, GitServerOptions][] = [
  ['version 2', {}],
  ['version 2 with filter', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['version 0', { isOld: true }],
  ['version 0 with filter', { isOld: true, config: { 'uploadpack.allowFilter': 'true' } }],
];

test.each(protocols)('a commit has its own files, not those of the tip (%s)', async (_, options) => {
  const repository = makeRepository();
  const first = commit(repository, { 'package.json': '{}', 'a/b/c.txt': 'one', 'a/b.txt': '' });
  commit(repository, { 'a/b/c.txt': 'two' });
  const { url } = await serveGit(repository, options);
  const { files, skipped } = await readAll(
    client.fetchCommit({ location: { url }, commitHash: first, limits }, signal),
  );
  expect(files).toEqual({ 'package.json': '{}', 'a/b/c.txt': 'one', 'a/b.txt': '' });
  expect(skipped).toEqual([]);
});

test.each(protocols)('a missing commit is not found (%s)', async (_, options) => {
  const repository = makeRepository({ a: 'a' });
  const { url } = await serveGit(repository, options);
  const fetched = client.fetchCommit({ location: { url }, commitHash: missing, limits }, signal);
  await expect(fetched).rejects.toMatchObject({ reason: 'commit_not_found' });
});

test('the id of a tree, a tag or a file is not a commit', async () => {
  const repository = makeRepository({ a: 'a' });
  git(repository, ['tag', '--annotate', '--message=t', 'v1']);
  const { url } = await serveGit(repository);
  for (const name of ['HEAD^{tree}', 'v1', 'HEAD:a']) {
    const id = git(repository, ['rev-parse', name]);
    const fetched = client.fetchCommit({ location: { url }, commitHash: id, limits }, signal);
    await expect(fetched).rejects.toMatchObject({ reason: 'commit_not_found' });
  }
});

test('a commit that no branch reaches can be fetched', async () => {
  const repository = makeRepository({ a: 'a' });
  const lost = commit(repository, { a: 'lost' });
  git(repository, ['reset', '--quiet', '--hard', 'HEAD~1']);
  const { url } = await serveGit(repository);
  expect(
    (await readAll(client.fetchCommit({ location: { url }, commitHash: lost, limits }, signal))).files,
  ).toEqual({ a: 'lost' });
});

test('files that archives omit or rewrite are read as committed', async () => {
  const contents = {
    '.gitattributes': 'package-lock.json export-ignore\nversion.txt export-subst\n*.bat text eol=crlf\n',
    'package-lock.json': '{"lockfileVersion":3}',
    'version.txt': '$Format:%H$',
    'run.bat': 'echo\n',
  };
  const repository = makeRepository(contents);
  const { url } = await serveGit(repository);
  const head = git(repository, ['rev-parse', 'HEAD']);
  expect(
    (await readAll(client.fetchCommit({ location: { url }, commitHash: head, limits }, signal))).files,
  ).toEqual(contents);
});

test('links are skipped with their text, submodules by name, LFS pointers are files', async () => {
  const repository = makeRepository();
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
  symlinkSync('/etc/passwd', join(repository, 'link'));
  symlinkSync('a/'.repeat(2000), join(repository, 'link-of-4000'));
  git(repository, ['update-index', '--add', '--cacheinfo', `160000,${missing},module`]);
  mkdirSync(join(repository, 'module'));
  const head = commit(repository, { 'large.bin': pointer });
  const { url } = await serveGit(repository);
  expect(await readAll(client.fetchCommit({ location: { url }, commitHash: head, limits }, signal))).toEqual({
    files: { 'large.bin': pointer },
    skipped: [
      { path: 'link', reason: 'link', target: '/etc/passwd' },
      { path: 'link-of-4000', reason: 'link', target: 'a/'.repeat(2000) },
      { path: 'module', reason: 'submodule' },
    ],
  });
});

test.each(protocols)(
  'a file over the limit is skipped by name, the others are read (%s)',
  async (_, options) => {
    const tight = { ...limits, totalBytes: 8 * 1024 * 1024 };
    const large = Buffer.concat([incompressibleBytes(5 * 1024 * 1024), Buffer.alloc(4 * 1024 * 1024)]);
    const head = {
      'a.txt': 'a',
      'middle.bin': incompressibleBytes(limits.fileBytes + 1),
      'fits.bin': incompressibleBytes(limits.fileBytes),
      z: 'z',
    };
    const repository = makeRepository({ ...head, 'large.bin': large });
    git(repository, ['gc', '--quiet']);
    const { url } = await serveGit(repository, options);
    const id = git(repository, ['rev-parse', 'HEAD']);
    const { files, skipped } = await readAll(
      client.fetchCommit({ location: { url }, commitHash: id, limits: tight }, signal),
    );
    expect(Object.keys(files)).toEqual(['a.txt', 'fits.bin', 'z']);
    expect(files['fits.bin']).toBe(head['fits.bin'].toString('latin1'));
    expect(skipped).toEqual([
      { path: 'large.bin', reason: 'too_large' },
      { path: 'middle.bin', reason: 'too_large' },
    ]);
  },
);

test('files that git stores as deltas are read fully', async () => {
  const base = incompressibleBytes(50_000).toString('base64');
  const contents = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `d${index % 7}/f${index}`,
      `${base.slice(0, 900 * index)}!${base}`,
    ]),
  );
  const repository = makeRepository(contents);
  git(repository, ['gc', '--quiet', '--aggressive']);
  expect(git(repository, ['count-objects', '-v'])).toContain('in-pack: 69');
  const { url } = await serveGit(repository);
  const head = git(repository, ['rev-parse', 'HEAD']);
  expect(
    (await readAll(client.fetchCommit({ location: { url }, commitHash: head, limits }, signal))).files,
  ).toEqual(contents);
});

test('a small file that is a delta of a large one is read, the large one is skipped', async () => {
  const large = incompressibleBytes(limits.fileBytes + 100);
  const small = large.subarray(100);
  const repository = makeRepository({ 'b/data': large, 'a/data': small });
  git(repository, ['gc', '--quiet']);
  const smallId = git(repository, ['rev-parse', 'HEAD:a/data']);
  const packs = git(repository, ['verify-pack', '-v', ...packIndexes(repository)]).split('\n');
  const isDifference = (line: string) => line.startsWith(smallId) && line.split(/ +/).length === 7;
  expect(packs.some(isDifference)).toBe(true);
  const { url } = await serveGit(repository);
  const head = git(repository, ['rev-parse', 'HEAD']);
  for (const from of [url, repository]) {
    const { files, skipped } = await readAll(
      anywhere.fetchCommit({ location: { url: from }, commitHash: head, limits }, signal),
    );
    expect(files).toEqual({ 'a/data': small.toString('latin1') });
    expect(skipped).toEqual([{ path: 'b/data', reason: 'too_large' }]);
  }
});

test.each([
  ['version 2', {}],
  ['version 0', { isOld: true }],
])('a SHA-256 repository is read like any other (%s)', async (_, options) => {
  const repository = makeRepository({ 'a/b': 'c' }, 'sha256');
  const head = git(repository, ['rev-parse', 'HEAD']);
  expect(head).toHaveLength(64);
  const { url } = await serveGit(repository, options);
  expect(
    (await readAll(client.fetchCommit({ location: { url }, commitHash: head, limits }, signal))).files,
  ).toEqual({ 'a/b': 'c' });
  const fetched = client.fetchCommit({ location: { url }, commitHash: missing, limits }, signal);
  await expect(fetched).rejects.toMatchObject({ reason: 'commit_not_found' });
});

test.each(protocols)(
  'a repository has a default branch, and each branch resolves to its tip (%s)',
  async (_, options) => {
    const repository = makeRepository({ a: '1' });
    const tip = git(repository, ['rev-parse', 'HEAD']);
    git(repository, ['branch', 'topic/one']);
    const next = commit(repository, { a: '2' });
    const { url } = await serveGit(repository, options);
    expect(await client.defaultBranch({ url }, signal)).toBe('trunk');
    expect(await client.resolveBranch({ url }, 'HEAD', signal)).toBe(next);
    expect(await client.resolveBranch({ url }, 'trunk', signal)).toBe(next);
    expect(await client.resolveBranch({ url }, 'topic/one', signal)).toBe(tip);
    for (const branch of ['topic', 'none', '', 'a b', 'x\n0000'])
      await expect(client.resolveBranch({ url }, branch, signal)).rejects.toMatchObject({
        reason: 'commit_not_found',
      });
  },
);

test.each([
  ['version 2', {}],
  ['version 0', { isOld: true }],
])('a repository without commits opens but does not resolve (%s)', async (_, options) => {
  const { url } = await serveGit(makeRepository(), options);
  expect(await client.defaultBranch({ url }, signal)).toMatch(/^(?:trunk|HEAD)$/);
  const resolved = client.resolveBranch({ url }, 'HEAD', signal);
  await expect(resolved).rejects.toMatchObject({ reason: 'commit_not_found' });
});
