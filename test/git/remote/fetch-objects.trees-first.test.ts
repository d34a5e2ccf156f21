import { expect, test } from 'vitest';
import type { ChooseFiles } from '@scangate/git';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { packetLine } from '@scangate/git/remote/packet-line';
import { serveGit, type GitServerOptions } from '#test/support/git/git-server.ts';
import { answerFetch, objectsOf, packetsOfPack, packOfObjects } from '#test/support/git/pack-answer.ts';
import {
  failureOf,
  git,
  incompressibleBytes,
  limits,
  makeRepository,
  readAll,
} from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();
const filtering = { config: { 'uploadpack.allowFilter': 'true' } };

const unitBytes = 40_000;
const noise = incompressibleBytes(40 * unitBytes);
/** Forty units, whose files do not compress and have nothing in common. */
const fortyUnits = Object.fromEntries(
  Array.from({ length: 40 }, (_, unit) => [
    `unit${unit}/data.txt`,
    noise.subarray(unit * unitBytes, (unit + 1) * unitBytes),
  ]),
);

/** Serves a repository and counts the bytes of its answers to fetches. */
const countedServer = async (repository: string, options: GitServerOptions) => {
  const sent = { bytes: 0 };
  const { url, requests } = await serveGit(repository, {
    ...options,
    intercept: (request, response) => {
      const write = response.write.bind(response);
      response.write = ((chunk: Buffer) => {
        if (request.method === 'POST') sent.bytes += chunk.length;
        return write(chunk);
      }) as typeof response.write;
      return false;
    },
  });
  return { url, requests, sent };
};

const oneUnit: ChooseFiles = ({ files }) => ({
  names: [],
  paths: [],
  ids: files.filter(({ path }) => path.startsWith('unit7/')).map(({ id }) => id),
});

const hosts: [string, GitServerOptions][] = [
  ['that filters', filtering],
  ['that does not filter', {}],
  [
    'of version 0 that filters and sends files by their ids',
    { isOld: true, config: { ...filtering.config, 'uploadpack.allowAnySHA1InWant': 'true' } },
  ],
  ['of version 0 that filters only', { isOld: true, ...filtering }],
];

test.each(hosts)(
  'one unit of forty is chosen by the directories and read from a host %s',
  async (_, options) => {
    const repository = makeRepository(fortyUnits);
    const commitHash = git(repository, ['rev-parse', 'HEAD']);
    const { url } = await serveGit(repository, options);
    for (const treesFirst of [true, false]) {
      const asked = { location: { url }, commitHash, limits, selection: oneUnit, treesFirst };
      const { files } = await readAll(client.fetchCommit(asked, signal));
      expect(Object.keys(files)).toEqual(['unit7/data.txt']);
    }
  },
);

test('a fetch of one unit of forty receives at most 1.2 times its bytes beside the directories', async () => {
  const repository = makeRepository(fortyUnits);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { url, sent } = await countedServer(repository, filtering);
  const nothing: ChooseFiles = () => ({ names: [], paths: [], ids: [] });
  const asked = { location: { url }, commitHash, limits, treesFirst: true };
  await readAll(client.fetchCommit({ ...asked, selection: nothing }, signal));
  const directories = sent.bytes;
  sent.bytes = 0;
  await readAll(client.fetchCommit({ ...asked, selection: oneUnit }, signal));
  expect(sent.bytes - directories).toBeLessThanOrEqual(1.2 * unitBytes);
  expect(sent.bytes - directories).toBeGreaterThan(unitBytes);
});

test('the listing names every entry with the id of its content, and the refused ones', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'b/c.txt': 'c' });
  git(repository, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib`]);
  git(repository, ['commit', '--quiet', '--message=lib']);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository, filtering);
  for (const from of [url, repository]) {
    let listing: unknown;
    const selection: ChooseFiles = (given) => {
      listing = given;
      return undefined;
    };
    const asked = { location: { url: from }, commitHash, limits, selection, treesFirst: true };
    expect(Object.keys((await readAll(client.fetchCommit(asked, signal))).files)).toEqual([
      'a.txt',
      'b/c.txt',
    ]);
    const id = (path: string) => git(repository, ['rev-parse', `HEAD:${path}`]);
    expect(listing).toEqual({
      files: [
        { path: 'a.txt', id: id('a.txt'), mode: '100644' },
        { path: 'b/c.txt', id: id('b/c.txt'), mode: '100644' },
      ],
      refused: [{ path: 'lib', id: '1'.repeat(40), mode: '160000', reason: 'submodule' }],
    });
  }
});

/** A host that answers the first fetch with the directories, and the others as given. */
const hostileHost = async (later: (wants: string[], asked: number) => Buffer | string) => {
  const repository = makeRepository({ 'a.txt': 'a', 'b.txt': 'b' });
  const { structure, files } = objectsOf(repository);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const asked: string[][] = [];
  const intercept = answerFetch((wants) => {
    asked.push(wants);
    if (asked.length === 1) return packetsOfPack(packOfObjects(repository, structure), 1000);
    return later(wants, asked.length);
  });
  const { url } = await serveGit(repository, { intercept, ...filtering });
  const whole = () => packetsOfPack(packOfObjects(repository, [...structure, ...files.values()]), 1000);
  const fetched = () =>
    readAll(
      client.fetchCommit(
        { location: { url }, commitHash, limits, selection: () => undefined, treesFirst: true },
        signal,
      ),
    );
  return { asked, whole, fetched, repository, commitHash, structure };
};

test('a host that refuses files by their ids is sent a request for the whole commit', async () => {
  const host = await hostileHost((wants, asked) =>
    asked === 2 ? packetLine(`ERR upload-pack: not our ref ${wants[0]}`) : host.whole(),
  );
  expect((await host.fetched()).files).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  expect(host.asked.map((wants) => wants.length)).toEqual([1, 2, 1]);
});

test('a host that sends other files than requested has to send the whole commit, or the fetch fails', async () => {
  const host = await hostileHost(() => packetsOfPack(packOfObjects(host.repository, host.structure), 1000));
  expect(await failureOf(host.fetched())).toMatchObject({ reason: 'host_failed' });
  expect(host.asked).toHaveLength(4);
});

test('a host that sends damaged files is a failure', async () => {
  const host = await hostileHost(() => packetsOfPack(Buffer.from('no pack at all'), 1000));
  expect(await failureOf(host.fetched())).toMatchObject({ reason: 'invalid_repository' });
});

test('the limit of files applies to the directories that come first', async () => {
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.txt`, `${index}`]));
  const repository = makeRepository(files);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository, filtering);
  const tight = { ...limits, files: 199 };
  const asked = {
    location: { url },
    commitHash,
    limits: tight,
    selection: () => undefined,
    treesFirst: true,
  };
  expect(await failureOf(readAll(client.fetchCommit(asked, signal)))).toMatchObject({ reason: 'too_large' });
});

test('more files than fit one request are fetched in several', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_050 }, (_, index) => [`${index % 100}/${index}.txt`, `${index}`]),
  );
  const repository = makeRepository(files);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { url, requests } = await serveGit(repository, filtering);
  const asked = {
    location: { url },
    commitHash,
    limits: { ...limits, files: 20_000 },
    selection: () => undefined,
    treesFirst: true,
  };
  expect(Object.keys((await readAll(client.fetchCommit(asked, signal))).files)).toHaveLength(10_050);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
}, 60_000);
