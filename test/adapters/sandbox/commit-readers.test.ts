import { writeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sha1 } from '@scangate/git/object-format';
import { openTemporaryFile } from '@scangate/git/remote/temporary-file';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { sandboxedReaders } from '#adapters/sandbox/commit-readers.ts';
import { sandboxBeside, type OpenSandbox } from '#adapters/sandbox/open-sandbox.ts';
import { serveGit } from '#test/support/git/git-server.ts';
import { answerFetch, objectsOf, packetsOfPack, packOfObjects } from '#test/support/git/pack-answer.ts';
import {
  commit,
  failureOf,
  git,
  limits,
  makeRepository,
  readAll,
} from '#test/support/git/test-repository.ts';

const source = 'functions/workflow/fetch-source/sandbox.ts';
const openSource = sandboxBeside(import.meta.url, { name: 'fetch-source', source });
const allowed = new Set(['https', 'loopback', 'file'] as const);
const { signal } = new AbortController();

const counted = () => {
  const opened: string[][] = [];
  const open: OpenSandbox = (descriptors, readable = []) => {
    opened.push([...readable]);
    const sandbox = openSource(descriptors, readable);
    onTestFinished(() => sandbox.close());
    return sandbox;
  };
  return { opened, client: connectedGitClient({ allowed, readers: sandboxedReaders(open) }) };
};

const contents = {
  'a/b.txt': 'b',
  'package.json': '{}',
  'ü.bin': Buffer.from([0, 255, 10]).toString('latin1'),
};

test('a sandbox reads the same commit as this process, from a host and from this disk', async () => {
  const repository = makeRepository({ ...contents, 'large.bin': Buffer.alloc(limits.fileBytes + 1) });
  git(repository, ['gc', '--quiet']);
  const { url } = await serveGit(repository);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { client, opened } = counted();
  for (const from of [url, repository]) {
    const request = { location: { url: from }, commitHash, limits };
    const here = await readAll(connectedGitClient({ allowed }).fetchCommit(request, signal));
    expect(await readAll(client.fetchCommit(request, signal))).toEqual(here);
    expect(here.skipped).toEqual([{ path: 'large.bin', reason: 'too_large' }]);
  }
  expect(opened).toHaveLength(2);
  expect(opened[0]).toEqual([]);
  expect(opened[1]?.every((path) => path.startsWith(repository))).toBe(true);
}, 60_000);

test('files that a host leaves out are fetched again, and damage gives the same failure', async () => {
  const repository = makeRepository(contents);
  const { structure } = objectsOf(repository);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  let asked = 0;
  const intercept = answerFetch((wants) => {
    asked += 1;
    return packetsOfPack(packOfObjects(repository, asked === 1 ? structure : wants), 1000);
  });
  const { client } = counted();
  const leaving = await serveGit(repository, { intercept });
  const request = { location: { url: leaving.url }, commitHash, limits };
  expect(Object.keys((await readAll(client.fetchCommit(request, signal))).files)).toHaveLength(3);
  const damaged = await serveGit(repository, {
    intercept: answerFetch(() => packetsOfPack(Buffer.from('no pack at all'), 1000)),
  });
  const failing = client.fetchCommit({ ...request, location: { url: damaged.url } }, signal);
  expect(await failureOf(failing)).toMatchObject({
    reason: 'invalid_repository',
    message: "The repository's data is damaged: there is no pack.",
  });
}, 60_000);

test('a sandbox reads the history between a commit and a tip, from a host and from this disk', async () => {
  const repository = makeRepository({ a: '1' });
  const first = git(repository, ['rev-parse', 'HEAD']);
  commit(repository, { a: '2' });
  const tip = commit(repository, { a: '3' });
  git(repository, ['reset', '--quiet', '--hard', first]);
  const other = commit(repository, { a: 'other' });
  git(repository, ['branch', 'kept', tip]);
  const { url } = await serveGit(repository);
  const { client, opened } = counted();
  for (const from of [url, repository])
    expect(
      await client.ancestorsOf({ location: { url: from }, tip, commits: [first, other] }, signal),
    ).toEqual([first]);
  expect(opened).toHaveLength(3);
});

test('a sandbox reads what a range of commits added and removed, from a host and from this disk', async () => {
  const repository = makeRepository({ a: '1' });
  const base = git(repository, ['rev-parse', 'HEAD']);
  const between = commit(repository, { a: '2' });
  const head = commit(repository, { a: '3' });
  const { url } = await serveGit(repository);
  const { client, opened } = counted();
  for (const from of [url, repository]) {
    const range = { location: { url: from }, head, known: [base], limits: { ...limits, commits: 10 } };
    const { files, commits, unread } = await client.fetchCommitRange(range, signal);
    const read = await Array.fromAsync(files, ({ path, content }) => [path, Buffer.from(content).toString()]);
    expect(read).toEqual([[`${between}/a`, '2']]);
    expect([commits, unread]).toEqual([[head, between], []]);
  }
  expect(opened).toHaveLength(2);
});

test('a sandbox reads the same history as this process, from a host and from this disk', async () => {
  const repository = makeRepository(contents);
  commit(repository, { 'a/b.txt': 'changed' });
  const { url } = await serveGit(repository, { config: { 'uploadpack.allowFilter': 'true' } });
  const { client, opened } = counted();
  const planned = { commits: 100, slices: 10, commitsPerSlice: 1 };
  const listed = { entries: 100, pathLength: 100 };
  const read = async (from: string, reader: typeof client) => {
    const location = { url: from };
    const plan = await reader.planHistory({ location, maxTips: 10, limits: planned }, signal);
    const lists = plan.slices.map(async (slice) => {
      const { files } = await reader.listSlice({ location, ...slice, limits: listed }, signal);
      return Array.fromAsync(files);
    });
    const rows = (await Promise.all(lists)).flat();
    const ids = rows.map(({ id }) => id);
    const { files, ...others } = await reader.readBlobs({ location, ids, fileBytes: 2 }, signal);
    const texts = await Array.fromAsync(files, ({ content }) => Buffer.from(content).toString('latin1'));
    return { plan, rows, texts, ...others };
  };
  for (const from of [url, repository]) {
    const here = await read(from, connectedGitClient({ allowed }));
    expect(await read(from, client)).toEqual(here);
    expect([here.rows.length, here.texts.toSorted(), here.large.length]).toEqual([4, ['b', '{}'], 2]);
  }
  expect(opened).toHaveLength(8);
}, 60_000);

test('a sandbox looks at what has arrived of a pack, and goes on from there', async () => {
  const repository = makeRepository(contents);
  const { structure, files } = objectsOf(repository);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const pack = packOfObjects(repository, [...structure, ...files.values()]);
  const readerOf = (most: typeof limits) => {
    const descriptor = openTemporaryFile();
    const read = { commitHash, format: sha1, limits: most, workBytes: 1024 * 1024 };
    return { descriptor, reader: sandboxedReaders(openSource).openPacks(read, [descriptor]) };
  };
  const { descriptor, reader } = readerOf(limits);
  writeSync(descriptor, pack.subarray(0, pack.length / 2));
  await reader.look(signal);
  writeSync(descriptor, pack.subarray(pack.length / 2));
  await reader.addPack(signal);
  expect((await reader.list(signal)).files.map(({ path }) => path)).toEqual(Object.keys(contents));
  reader.close();
  const few = readerOf({ ...limits, files: 2 });
  writeSync(few.descriptor, Buffer.concat([pack, Buffer.alloc(2_000)]));
  expect(await failureOf(few.reader.look(signal))).toMatchObject({ reason: 'too_large' });
  few.reader.close();
});
