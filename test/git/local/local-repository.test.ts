import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import {
  commit,
  failureOf,
  git,
  limits,
  makeDirectory,
  makeRepository,
  incompressibleBytes,
  readAll,
} from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['file']) });
const { signal } = new AbortController();
const headOf = (repository: string): string => git(repository, ['rev-parse', 'HEAD']);

const read = async (url: string, commitHash: string) =>
  readAll(client.fetchCommit({ location: { url }, commitHash, limits }, signal));

const contents = {
  'a/b.txt': incompressibleBytes(5000).toString('hex'),
  'a/c.txt': `${incompressibleBytes(5000).toString('hex')}!`,
  d: '',
};

const forms: [string, (repository: string) => string][] = [
  ['loose', (repository) => repository],
  ['by file URL', (repository) => pathToFileURL(repository).href],
  ['by its .git', (repository) => join(repository, '.git')],
  [
    'packed',
    (repository) => {
      git(repository, ['gc', '--quiet', '--aggressive', '--prune=now']);
      expect(git(repository, ['count-objects', '-v'])).toContain('count: 0');
      return repository;
    },
  ],
  [
    'packed with large offsets',
    (repository) => {
      git(repository, ['repack', '-adq']);
      const folder = join(repository, '.git/objects/pack');
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
      const pack = readdirSync(folder).find((name) => name.endsWith('.pack')) ?? '';
      git(repository, ['index-pack', '--index-version=2,0x20', join(folder, pack)]);
      return repository;
    },
  ],
  [
    'bare',
    (repository) => {
      git(repository, ['clone', '--quiet', '--bare', '.', '../bare.git']);
      return join(repository, '../bare.git');
    },
  ],
  [
    'an added working tree',
    (repository) => {
      git(repository, ['worktree', 'add', '--quiet', '--detach', '../tree']);
      return join(repository, '../tree');
    },
  ],
  [
    'borrowing the objects of another',
    (repository) => {
      git(repository, ['clone', '--quiet', '--shared', '.', '../shared']);
      return join(repository, '../shared');
    },
  ],
];

test.each(forms)('a repository on this disk is read as committed: %s', async (_, form) => {
  const repository = makeRepository(contents);
  const url = form(repository);
  const head = headOf(repository);
  expect(await read(url, head)).toEqual({ files: contents, skipped: [] });
  expect(await client.defaultBranch({ url }, signal)).toMatch(/^(?:trunk|HEAD)$/);
  expect(await client.resolveBranch({ url }, 'HEAD', signal)).toBe(head);
});

test('uncommitted changes are not read', async () => {
  const repository = makeRepository({ a: 'committed' });
  writeFileSync(join(repository, 'a'), 'changed');
  writeFileSync(join(repository, 'b'), 'new');
  git(repository, ['add', '--all']);
  expect((await read(repository, headOf(repository))).files).toEqual({ a: 'committed' });
});

test('a SHA-256 repository is read like any other', async () => {
  const repository = makeRepository(contents, 'sha256');
  expect((await read(repository, headOf(repository))).files).toEqual(contents);
  git(repository, ['gc', '--quiet', '--prune=now']);
  expect((await read(repository, headOf(repository))).files).toEqual(contents);
});

test('nothing of a repository is executed', async () => {
  const repository = makeRepository({ a: 'a' });
  const marker = join(makeDirectory(), 'executed');
  const script = join(makeDirectory(), 'script');
  writeFileSync(script, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const head = headOf(repository);
  appendFileSync(
    join(repository, '.git/config'),
    `[core]\n fsmonitor = ${script}\n sshCommand = ${script}\n pager = ${script}\n[uploadpack]\n packObjectsHook = ${script}\n`,
  );
  await client.defaultBranch({ url: repository }, signal);
  await client.resolveBranch({ url: repository }, 'trunk', signal);
  expect((await read(repository, head)).files).toEqual({ a: 'a' });
  expect(existsSync(marker)).toBe(false);
});

test('loose and packed branches resolve, and HEAD names the default one', async () => {
  const repository = makeRepository({ a: '1' });
  const first = headOf(repository);
  git(repository, ['branch', 'topic/one']);
  git(repository, ['pack-refs', '--all']);
  const second = commit(repository, { a: '2' });
  expect(await client.defaultBranch({ url: repository }, signal)).toBe('trunk');
  expect(await client.resolveBranch({ url: repository }, 'trunk', signal)).toBe(second);
  expect(await client.resolveBranch({ url: repository }, 'topic/one', signal)).toBe(first);
  for (const branch of ['none', 'topic', '../../config', 'refs/../config', ''])
    expect(await failureOf(client.resolveBranch({ url: repository }, branch, signal))).toMatchObject({
      reason: 'commit_not_found',
    });
});

test('a HEAD that points outside of the repository or at itself does not resolve', async () => {
  const repository = makeRepository({ a: 'a' });
  const outside = join(repository, 'outside');
  writeFileSync(outside, headOf(repository));
  for (const target of ['refs/../../outside', outside, 'refs/heads/loop']) {
    writeFileSync(join(repository, '.git/HEAD'), `ref: ${target}\n`);
    mkdirSync(join(repository, '.git/refs/heads'), { recursive: true });
    writeFileSync(join(repository, '.git/refs/heads/loop'), 'ref: refs/heads/loop\n');
    expect(await failureOf(client.resolveBranch({ url: repository }, 'HEAD', signal))).toMatchObject({
      reason: 'commit_not_found',
    });
  }
});

const invalid: [string, (repository: string) => string][] = [
  ['no such path', (repository) => join(repository, 'none')],
  ['a file', (repository) => join(repository, 'a')],
  ['a directory without a repository', (repository) => join(repository, '..')],
  [
    'a dangling pointer',
    (repository) => {
      const directory = makeDirectory();
      writeFileSync(join(directory, '.git'), `gitdir: ${repository}/none\n`);
      return directory;
    },
  ],
  [
    'branches in a reftable',
    (repository) => {
      writeFileSync(join(repository, '.git/HEAD'), 'ref: refs/heads/.invalid\n');
      return repository;
    },
  ],
];
test.each(invalid)('%s is an invalid repository', async (_, make) => {
  const url = make(makeRepository({ a: 'a' }));
  expect(await failureOf(client.defaultBranch({ url }, signal))).toMatchObject({
    reason: 'invalid_repository',
  });
});

const objectPath = (repository: string, id: string): string =>
  join(repository, '.git/objects', id.slice(0, 2), id.slice(2));

test.each([
  ['other bytes than its id states', deflateSync('blob 1\0b')],
  ['no header', deflateSync('b')],
  ['another length than it states', deflateSync('blob 9\0a')],
  ['noise', incompressibleBytes(100)],
  ['nothing', Buffer.alloc(0)],
])('an object that contains %s is damaged', async (_, bytes) => {
  const repository = makeRepository({ a: 'a' });
  const path = objectPath(repository, git(repository, ['rev-parse', 'HEAD:a']));
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
  expect(await failureOf(read(repository, headOf(repository)))).toMatchObject({
    reason: 'invalid_repository',
  });
});

test('a loose object that unpacks to more than the limit is too large', async () => {
  const repository = makeRepository({
    a: 'a',
    bomb: Buffer.alloc(limits.fileBytes + 1),
    noise: incompressibleBytes(2 * limits.fileBytes),
  });
  const bomb = objectPath(repository, git(repository, ['rev-parse', 'HEAD:bomb']));
  expect(readFileSync(bomb).length).toBeLessThan(10_000);
  expect(await read(repository, headOf(repository))).toEqual({
    files: { a: 'a' },
    skipped: [
      { path: 'bomb', reason: 'too_large' },
      { path: 'noise', reason: 'too_large' },
    ],
  });
});

test('an index of an unknown version, or a truncated one, is damaged', async () => {
  const repository = makeRepository(contents);
  const head = headOf(repository);
  git(repository, ['gc', '--quiet', '--prune=now']);
  const folder = join(repository, '.git/objects/pack');
  const index = join(folder, readdirSync(folder).find((name) => name.endsWith('.idx')) ?? '');
  const pristine = readFileSync(index);
  chmodSync(index, 0o644);
  for (const bytes of [pristine.subarray(8), pristine.subarray(0, 1100), Buffer.alloc(0)]) {
    writeFileSync(index, bytes);
    expect(await failureOf(read(repository, head))).toMatchObject({ reason: 'invalid_repository' });
  }
});

test('a missing commit is not found', async () => {
  const repository = makeRepository({ a: 'a' });
  const ids = [
    '0'.repeat(40),
    '1'.repeat(64),
    git(repository, ['rev-parse', 'HEAD:a']),
    'trunk',
    'abc',
    '../../HEAD',
  ];
  for (const id of ids)
    expect(await failureOf(read(repository, id))).toMatchObject({ reason: 'commit_not_found' });
});

test('this disk is not read unless the operator permits it', async () => {
  const repository = makeRepository({ a: 'a' });
  const strict = connectedGitClient({ allowed: new Set(['https', 'loopback', 'private']) });
  for (const url of [repository, pathToFileURL(repository).href])
    expect(await failureOf(strict.defaultBranch({ url }, signal))).toMatchObject({
      reason: 'invalid_repository',
    });
});
