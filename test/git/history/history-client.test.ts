import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HistoricFile } from '@scangate/git/history/list-slice';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type GitServerOptions } from '#test/support/git/git-server.ts';
import {
  commit,
  failureOf,
  git,
  makeDirectory,
  makeRepository,
  type Contents,
} from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();
const planLimits = { commits: 10_000, slices: 100, commitsPerSlice: 2 };
const sliceLimits = { entries: 10_000, pathLength: 512 };

const headOf = (repository: string): string => git(repository, ['rev-parse', 'HEAD']);
const commitFiles = (repository: string, files: Contents): string => {
  git(repository, ['rm', '-r', '-f', '-q', '--ignore-unmatch', '.']);
  return commit(repository, files);
};

const plan = (url: string, most: Partial<typeof planLimits> & { maxTips?: number } = {}) => {
  const { maxTips = 1_000, ...bounds } = most;
  return client.planHistory({ location: { url }, maxTips, limits: { ...planLimits, ...bounds } }, signal);
};

/** Reads the whole history, slice by slice. */
const readHistory = async (url: string, most: Parameters<typeof plan>[1] = {}) => {
  const { slices, commits, unread, head } = await plan(url, most);
  const files: HistoricFile[] = [];
  const gaps = [...unread];
  for (const slice of slices) {
    const listing = await client.listSlice({ location: { url }, ...slice, limits: sliceLimits }, signal);
    for await (const file of listing.files) files.push(file);
    gaps.push(...listing.unread);
  }
  return { files, commits, slices, unread: gaps, head };
};

/** The ids of all blobs of branches and tags, as git lists them. */
const blobsByGit = (repository: string): string[] => {
  const all = git(repository, ['rev-list', '--objects', '--branches', '--tags', '--filter=object:type=blob']);
  const kinds = git(repository, ['cat-file', '--batch-check', '--batch-all-objects']).split('\n');
  const blobs = new Set(kinds.filter((line) => line.includes(' blob ')).map((line) => line.split(' ')[0]));
  return [...new Set(all.split('\n').map((line) => line.split(' ')[0] ?? ''))].filter((id) => blobs.has(id));
};

/** A key that a branch added and removed, an octopus merge, a tag of a tag, and a submodule. */
const makeHistory = () => {
  const repository = makeRepository({ 'a.txt': 'a', 'dir/b.txt': 'b' });
  const root = headOf(repository);
  const brought = commitFiles(repository, { 'a.txt': 'a2', 'dir/b.txt': 'b', 'key.txt': 'the key' });
  commitFiles(repository, { 'a.txt': 'a3', 'dir/b.txt': 'b' });
  for (const name of ['one', 'two', 'three']) {
    git(repository, ['checkout', '-q', '-b', name, root]);
    commit(repository, { [`${name}.txt`]: name });
  }
  git(repository, ['checkout', '-q', 'trunk']);
  git(repository, ['merge', '-q', '-m', 'octopus', 'one', 'two', 'three']);
  git(repository, ['update-index', '--add', '--cacheinfo', `160000,${root},module`]);
  git(repository, ['commit', '-q', '-m', 'module']);
  git(repository, ['checkout', '-q', '--orphan', 'alone']);
  commitFiles(repository, { 'alone.txt': 'unrelated' });
  git(repository, ['tag', '-a', '-m', 'tag', 'inner']);
  git(repository, ['tag', '-a', '-m', 'tag', 'outer', 'inner']);
  git(repository, ['branch', '-f', '-q', 'kept', 'trunk']);
  git(repository, ['checkout', '-q', 'trunk']);
  git(repository, ['branch', '-D', '-q', 'alone']);
  return { repository, brought };
};

const hosts: [string, GitServerOptions | undefined][] = [
  ['a host', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['this disk', undefined],
];

test.each(hosts)(
  'every version of every file is listed, with the commit that introduced it (%s)',
  async (_, options) => {
    const { repository, brought } = makeHistory();
    const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
    const { files, slices, unread, head } = await readHistory(url);
    expect(slices.length).toBeGreaterThan(3);
    expect([unread, head]).toEqual([[], headOf(repository)]);
    expect([...new Set(files.map(({ id }) => id))].toSorted()).toEqual(blobsByGit(repository).toSorted());
    expect(files.find(({ path }) => path === 'key.txt')?.commit).toBe(brought);
  },
);

test.each(hosts)(
  'files are read by their ids, and what is too large or missing is named (%s)',
  async (_, options) => {
    const { repository } = makeHistory();
    const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
    const ids = Object.fromEntries((await readHistory(url)).files.map(({ path, id }) => [path, id]));
    const asked = [ids['key.txt'] ?? '', ids['alone.txt'] ?? ''];
    const { files, large, missing } = await client.readBlobs(
      { location: { url }, ids: asked, fileBytes: 8 },
      signal,
    );
    const read = await Array.fromAsync(files, ({ id, content }) => [id, Buffer.from(content).toString()]);
    expect([read, large, missing]).toEqual([[[asked[0], 'the key']], [asked[1]], []]);
  },
);

test.each(hosts)('the newest commit is listed separately (%s)', async (_, options) => {
  const { repository } = makeHistory();
  const url = options ? (await serveGit(repository, options)).url : `file://${repository}`;
  const heads = [headOf(repository)];
  const listing = await client.listSlice(
    { location: { url }, heads, known: [], isTree: true, limits: sliceLimits },
    signal,
  );
  const paths = await Array.fromAsync(listing.files, ({ path }) => path);
  expect(paths.toSorted()).toEqual(['a.txt', 'dir/b.txt', 'one.txt', 'three.txt', 'two.txt']);
});

test('a slice that adds too many files is listed in part, which is reported', async () => {
  const { repository } = makeHistory();
  const location = { url: `file://${repository}` };
  const slice = { heads: [headOf(repository)], known: [] };
  const limits = { ...sliceLimits, entries: 1 };
  const { files, unread } = await client.listSlice({ location, ...slice, limits }, signal);
  expect(await Array.fromAsync(files)).toHaveLength(1);
  expect(unread).toEqual(['more than 1 files of some commits']);
});

test('a million refs are read up to the limit of commits, the default branch first, which is reported', async () => {
  const { repository } = makeHistory();
  const head = headOf(repository);
  const other = git(repository, ['rev-parse', 'one']);
  const line = (name: number): string => `${name % 2 === 0 ? head : other} refs/heads/b${name}\n`;
  const refs = Array.from({ length: 1_000_000 }, (_, name) => line(name)).join('');
  writeFileSync(join(repository, '.git', 'packed-refs'), refs);
  const { unread, slices } = await plan(`file://${repository}`, { maxTips: 2 });
  expect([unread, slices.length > 0]).toEqual([['more than 2 branches and tags'], true]);
}, 30_000);

/** The kinds of paths for a rule that asks for a file in a folder. */
const kinds = {
  file: (path: string) => String(/(?:^|\/)config\/master\.key$/.test(path)),
  folder: (path: string) => String(/(?:^|\/)config$/.test(path)),
};

test('a content is listed again if rules treat its new name or folder differently', async () => {
  const repository = makeRepository({ 'conf/master.key': 'k', 'conf/x': 'x' });
  const root = headOf(repository);
  const renamed = commitFiles(repository, { 'config/master.key': 'k', 'config/x': 'x' });
  commitFiles(repository, { 'deep/config/master.key': 'k', 'config/x': 'x' });
  const slice = { location: { url: `file://${repository}` }, heads: [headOf(repository)], known: [root] };
  const listed = async (more: object) => {
    const { files } = await client.listSlice({ ...slice, limits: sliceLimits, ...more }, signal);
    return Array.fromAsync(files, ({ path, commit: brought }) => `${path} ${brought}`);
  };
  expect(await listed({})).toEqual([]);
  expect(await listed({ kinds })).toEqual([`config/master.key ${renamed}`]);
});

test('a long path is cut at its beginning, so that the file name stays', async () => {
  const repository = makeRepository({ [`${'folder/'.repeat(20)}.pgpass`]: 'k' });
  const limits = { ...sliceLimits, pathLength: 30 };
  const slice = { location: { url: `file://${repository}` }, heads: [headOf(repository)], known: [] };
  const { files } = await client.listSlice({ ...slice, limits }, signal);
  const paths = await Array.fromAsync(files, ({ path }) => path);
  expect(paths).toEqual([expect.stringMatching(/^….{22}\.pgpass$/)]);
});

test('a tag of a file is not part of a history, which is reported', async () => {
  const { repository } = makeHistory();
  git(repository, ['tag', 'file', git(repository, ['rev-parse', 'HEAD:a.txt'])]);
  expect((await plan(`file://${repository}`)).unread).toEqual(['branches or tags that name no commit']);
});

test('grafts and replaced commits hide nothing', async () => {
  const { repository, brought } = makeHistory();
  const head = headOf(repository);
  mkdirSync(join(repository, '.git', 'info'), { recursive: true });
  writeFileSync(join(repository, '.git', 'info', 'grafts'), `${head}\n`);
  git(repository, ['replace', brought, head]);
  const { files } = await readHistory(`file://${repository}`);
  expect(files.map(({ path }) => path)).toContain('key.txt');
});

test('a truncated history is reported', async () => {
  const { repository } = makeHistory();
  const shallow = join(makeDirectory(), 'owner', 'repo');
  git(repository, ['clone', '-q', '--depth=2', `file://${repository}`, shallow]);
  const { url } = await serveGit(shallow, { config: { 'uploadpack.allowFilter': 'true' } });
  for (const address of [url, `file://${shallow}`])
    expect((await plan(address)).unread).toEqual(['commits that the repository does not have']);
});

test('a repository without commits has no history', async () => {
  const repository = makeRepository();
  expect(await plan(`file://${repository}`)).toMatchObject({ commits: 0, slices: [], unread: [] });
});

test('a history with too many commits, and hosts that do not filter, are refused', async () => {
  const { repository } = makeHistory();
  const config = { 'uploadpack.allowFilter': 'true' };
  expect(await failureOf(plan(`file://${repository}`, { commits: 3 }))).toMatchObject({
    reason: 'too_large',
  });
  for (const options of [{}, { isOld: true, config }]) {
    const { url } = await serveGit(repository, options);
    expect(await failureOf(plan(url))).toMatchObject({ reason: 'invalid_repository' });
  }
});
