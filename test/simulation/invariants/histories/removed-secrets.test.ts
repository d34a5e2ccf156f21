import { expect, test } from 'vitest';
import { GitHosts } from '#test/simulation/outside/git-hosts.ts';

const url = 'https://git.example.com/a/r.git';
const first = `ghp_${'a'.repeat(36)}`;
const second = `ghp_${'b'.repeat(36)}`;
const limits = { commits: 1_000, files: 1_000, fileBytes: 1_000, totalBytes: 10_000, pathLength: 100 };

const open = () => {
  const git = new GitHosts();
  git.create(url, undefined, { 'package.json': '1' });
  const base = git.tipOf(url, 'main') ?? '';
  const leak = git.commit(url, 'pull', { 'package.json': '2', 'settings.env': first });
  const again = git.commit(url, 'pull', { 'package.json': '2', 'settings.env': first, 'app.env': second });
  const head = git.commit(url, 'pull', { 'package.json': '3', 'app.env': second });
  git.commit(url, 'main', { 'package.json': '4' });
  return { git, base, leak, again, head };
};

test('a range has the versions of files that its commits added and its head does not have, each by its first commit', async () => {
  const { git, base, leak, again, head } = open();
  const { signal } = new AbortController();
  const location = { url };
  const known = [base, git.tipOf(url, 'main') ?? ''];
  const range = await git.sources.fetchCommitRange({ location, head, known, limits }, signal);
  expect(range.commits).toEqual([leak, again, head]);
  const files = await Array.fromAsync(range.files);
  expect(files.map(({ path, content }) => [path, String(content)])).toEqual([
    [`${leak}/package.json`, '2'],
    [`${leak}/settings.env`, first],
  ]);
  const gone = git.sources.fetchCommitRange({ location, head: 'c'.repeat(40), known, limits }, signal);
  await expect(gone).rejects.toMatchObject({ errorCode: 'branch_or_commit_not_found' });
});

test('the secrets that a branch added and removed have their commits', () => {
  const { git, base, leak, head } = open();
  expect(git.removedBetween(url, { base, head })).toEqual({
    commits: 3,
    secrets: [{ secret: first, commit: leak, path: 'settings.env' }],
  });
});
