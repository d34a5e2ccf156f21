import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit } from '../support/git/git-server.ts';
import { commit, git, limits, makeDirectory, makeRepository } from '../support/git/test-repository.ts';

const { signal } = new AbortController();

const removedKey = () => {
  const repository = makeRepository({ 'a.txt': 'a' });
  const base = git(repository, ['rev-parse', 'HEAD']);
  commit(repository, { 'key.txt': 'the key' });
  git(repository, ['rm', '-q', 'key.txt']);
  const head = commit(repository, { 'b.txt': 'b' });
  return { repository, base, head };
};

const client = connectedGitClient({ allowed: new Set(['loopback', 'file']) });

const fetchCommitRange = async (url: string, range: { head: string; known: string[] }) => {
  const bounds = { ...limits, commits: 100 };
  const { files, unread } = await client.fetchCommitRange(
    { location: { url }, ...range, limits: bounds },
    signal,
  );
  const texts: string[] = [];
  const places: string[] = [];
  for await (const { path, content } of files) {
    texts.push(Buffer.from(content).toString());
    places.push(path.slice(41));
  }
  return { texts, unread, places };
};

test.each(['version 2', 'version 0', 'this disk'])('a truncated history is reported (%s)', async (host) => {
  const { repository, base } = removedKey();
  git(repository, ['checkout', '-q', '-b', 'main', base]);
  const known = commit(repository, { 'c.txt': 'c' });
  git(repository, ['merge', '-q', '-m', 'merge', 'trunk']);
  const head = git(repository, ['rev-parse', 'HEAD']);
  // The commit that added the key is behind the cut.
  const shallow = join(makeDirectory(), 'owner', 'repo');
  git(repository, ['clone', '-q', '--bare', '--depth=2', `file://${repository}`, shallow]);
  const url =
    host === 'this disk'
      ? `file://${shallow}`
      : (await serveGit(shallow, { isOld: host === 'version 0' })).url;
  const range = await fetchCommitRange(url, { head, known: [known] });
  expect(range).toMatchObject({ unread: ['commits that the repository does not have'] });
});

test('grafts and replaced objects hide nothing: the history follows the commit ids', async () => {
  const { repository, base, head } = removedKey();
  git(repository, ['replace', '--graft', head, base]);
  const range = { head, known: [base] };
  const { url } = await serveGit(repository, {});
  expect((await fetchCommitRange(url, range)).texts).toEqual(['the key']);
  mkdirSync(join(repository, '.git', 'info'), { recursive: true });
  writeFileSync(join(repository, '.git', 'info', 'grafts'), `${head} ${base}\n`);
  expect((await fetchCommitRange(`file://${repository}`, range)).texts).toEqual(['the key']);
});

test('a submodule and a link of the range are not followed', async () => {
  const { repository, base } = removedKey();
  const gitlink = `160000,${'1'.repeat(40)},module`;
  git(repository, ['update-index', '--add', '--cacheinfo', gitlink]);
  git(repository, ['commit', '-q', '-m', 'module']);
  git(repository, ['rm', '-q', '--cached', 'module']);
  git(repository, ['commit', '-q', '-m', 'no module']);
  const head = git(repository, ['rev-parse', 'HEAD']);
  expect(await fetchCommitRange(`file://${repository}`, { head, known: [base] })).toEqual({
    texts: ['the key'],
    unread: [],
    places: ['key.txt'],
  });
});

test('an octopus merge includes what each of its parents added', async () => {
  const { repository, base } = removedKey();
  const sides = ['x', 'y', 'z'].map((name) => {
    git(repository, ['checkout', '-q', '-b', name, base]);
    commit(repository, { [`${name}.key`]: `key ${name}` });
    git(repository, ['rm', '-q', `${name}.key`]);
    return commit(repository, { [`${name}.txt`]: name });
  });
  git(repository, ['merge', '-q', '-m', 'octopus', ...sides.slice(0, 2)]);
  const head = git(repository, ['rev-parse', 'HEAD']);
  expect(git(repository, ['rev-list', '--parents', '-1', head]).split(' ')).toHaveLength(4);
  const { texts } = await fetchCommitRange(`file://${repository}`, { head, known: [base] });
  expect(texts.toSorted()).toEqual(['key x', 'key y', 'key z']);
});

test('a million refs do not affect a range, whose ends are ids', async () => {
  const { repository, base, head } = removedKey();
  const refs = Array.from({ length: 1_000 }, (_, at) => `${base} refs/heads/b${at}\n`).join('');
  writeFileSync(join(repository, '.git', 'packed-refs'), refs.repeat(1_000));
  expect((await fetchCommitRange(`file://${repository}`, { head, known: [base] })).texts).toEqual([
    'the key',
  ]);
});

test('a commit that is too large to read is reported, so that nothing hides behind it', async () => {
  const { repository, base } = removedKey();
  writeFileSync(join(repository, 'message'), 'x'.repeat(1_100_000));
  git(repository, ['commit', '-q', '--allow-empty', '--file=message']);
  const head = git(repository, ['rev-parse', 'HEAD']);
  const { unread } = await fetchCommitRange(`file://${repository}`, { head, known: [base] });
  expect(unread).toEqual(['commits or directories that are too large']);
});

test('a file is listed in every place that it had, so that none hides another', async () => {
  const repository = makeRepository({ 'a.txt': 'a' });
  const base = git(repository, ['rev-parse', 'HEAD']);
  commit(repository, { 'ignored/x/key.txt': 'the key', 'src/x/key.txt': 'the key' });
  git(repository, ['mv', 'src', 'moved']);
  git(repository, ['commit', '-q', '-m', 'move']);
  git(repository, ['rm', '-q', '-r', 'ignored', 'moved']);
  const head = commit(repository, {});
  const { places } = await fetchCommitRange(`file://${repository}`, { head, known: [base] });
  expect(places.toSorted()).toEqual(['ignored/x/key.txt', 'moved/x/key.txt', 'src/x/key.txt']);
});

test('a file that the range added and renamed is read under its former name, unlike one of the base', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'old/b.txt': 'b' });
  const base = git(repository, ['rev-parse', 'HEAD']);
  commit(repository, { 'prod.p12': 'a key store', 'src/c.txt': 'c' });
  git(repository, ['mv', 'prod.p12', 'prod.dat']);
  git(repository, ['mv', 'old', 'new']);
  git(repository, ['commit', '-q', '-m', 'rename']);
  git(repository, ['mv', 'new', 'newest']);
  git(repository, ['commit', '-q', '-m', 'rename']);
  const head = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository, {});
  for (const from of [url, `file://${repository}`]) {
    const { places, unread } = await fetchCommitRange(from, { head, known: [base] });
    expect({ places, unread }).toEqual({ places: ['prod.p12'], unread: [] });
  }
});
