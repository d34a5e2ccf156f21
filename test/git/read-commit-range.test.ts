import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type GitServerOptions } from '../support/git/git-server.ts';
import {
  commit,
  failureOf,
  git,
  limits,
  makeRepository,
  type Contents,
} from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();

const headOf = (repository: string): string => git(repository, ['rev-parse', 'HEAD']);

/** Commits these files and no others. */
const commitFiles = (repository: string, files: Contents): string => {
  git(repository, ['rm', '-r', '-f', '-q', '--ignore-unmatch', '.']);
  return commit(repository, files);
};

/** A default branch, and a branch that adds files and removes them again. */
const makeBranch = () => {
  const repository = makeRepository({ 'a.txt': 'a', 'old/b.txt': 'b' });
  const base = headOf(repository);
  const versions: Contents[] = [
    { 'a.txt': 'changed', 'old/b.txt': 'b', 'key.txt': 'the key', 'dir/deep/c.txt': 'c' },
    { 'a.txt': 'a', 'old/b.txt': 'b', 'dir/deep/c.txt': 'c', 'kept.txt': 'kept' },
    { 'a.txt': 'a', 'new/b.txt': 'b', 'kept.txt': 'kept' },
  ];
  const commits = versions.map((files) => commitFiles(repository, files));
  return { repository, base, commits };
};

const readRange = async (url: string, range: { head: string; known: string[]; most?: object }) => {
  const bounds = { ...limits, commits: 10, ...range.most };
  const fetched = await client.fetchCommitRange(
    { location: { url }, head: range.head, known: range.known, limits: bounds },
    signal,
  );
  const files: Record<string, string> = {};
  for await (const { path, content } of fetched.files) files[path] = Buffer.from(content).toString();
  const { commits, unread, skipped } = fetched;
  return { files, commits, unread, skipped };
};

const hosts: [string, GitServerOptions | undefined][] = [
  ['version 2', {}],
  ['version 2 with filter', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['version 0', { isOld: true }],
  ['this disk', undefined],
];

test.each(hosts)('content that a range added and removed again is read (%s)', async (_, options) => {
  const { repository, base, commits } = makeBranch();
  const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
  const [first = '', second = '', head = ''] = commits;
  const { files, ...lists } = await readRange(url, { head, known: [base] });
  expect(lists).toEqual({ commits: [head, second, first], unread: [], skipped: [] });
  expect(Object.fromEntries(Object.entries(files).map(([path, text]) => [path.slice(41), text]))).toEqual({
    'a.txt': 'changed',
    'key.txt': 'the key',
    'dir/deep/c.txt': 'c',
  });
  expect(Object.keys(files)).toContain(`${first}/key.txt`);
});

test.each(hosts)(
  'the text of a link that a range added and removed again is read (%s)',
  async (_, options) => {
    const repository = makeRepository({ 'a.txt': 'a' });
    const base = headOf(repository);
    const blob = execFileSync('git', ['-C', repository, 'hash-object', '-w', '--stdin'], {
      input: 'the/key',
    });
    git(repository, ['update-index', '--add', '--cacheinfo', `120000,${String(blob).trim()},dir/link`]);
    git(repository, ['commit', '-q', '-m', 'link']);
    const linked = headOf(repository);
    const head = commitFiles(repository, { 'a.txt': 'a' });
    const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
    const { files, unread } = await readRange(url, { head, known: [base] });
    expect({ files, unread }).toEqual({ files: { [`${linked}/dir/link`]: 'the/key' }, unread: [] });
  },
);

test.each(hosts)('what a range merged from a known commit is ignored (%s)', async (_, options) => {
  const { repository, base } = makeBranch();
  git(repository, ['checkout', '-q', '-b', 'other', base]);
  commitFiles(repository, { 'a.txt': 'a', 'secret.txt': 'of others' });
  const tip = commitFiles(repository, { 'a.txt': 'a' });
  git(repository, ['checkout', '-q', '-b', 'mine', base]);
  commitFiles(repository, { 'a.txt': 'a', 'old/b.txt': 'b', 'mine.txt': 'mine' });
  commitFiles(repository, { 'a.txt': 'a', 'old/b.txt': 'b' });
  git(repository, ['merge', '-q', '-m', 'merge', tip]);
  const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
  const { files } = await readRange(url, { head: headOf(repository), known: [base, tip] });
  expect(Object.values(files)).toEqual(['mine']);
});

test.each([
  ['commits', { commits: 1 }, 'more than 1 commits'],
  ['files', { files: 1 }, 'more than 1 files'],
  ['bytes', { totalBytes: 7 }, 'more than 7 bytes'],
])('a range of more %s than the limit is read in part, which is reported', async (_, most, reason) => {
  const { repository, base, commits } = makeBranch();
  const { unread } = await readRange(`file://${repository}`, { head: commits[2]!, known: [base], most });
  expect(unread).toEqual([reason]);
});

test('a file that is too large is reported with its commit and path', async () => {
  const { repository, base, commits } = makeBranch();
  const most = { fileBytes: 4 };
  const { skipped } = await readRange(`file://${repository}`, { head: commits[2]!, known: [base], most });
  expect(skipped).toContainEqual({ path: `${commits[0]}/key.txt`, reason: 'too_large' });
});

test('commits that the host does not have, or that have nothing in common, are not a range', async () => {
  const { repository, commits } = makeBranch();
  const { url } = await serveGit(repository, {});
  git(repository, ['checkout', '-q', '--orphan', 'alone']);
  const alone = commitFiles(repository, { 'x.txt': 'x' });
  for (const known of ['a'.repeat(40), alone])
    expect(await failureOf(readRange(url, { head: commits[2]!, known: [known] }))).toMatchObject({
      reason: 'commit_not_found',
    });
});
