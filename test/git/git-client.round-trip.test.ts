import { closeSync, openSync, readdirSync } from 'node:fs';
import { devNull } from 'node:os';
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isNightly } from '#test/support/runs/samples.ts';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type Intercept } from '../support/git/git-server.ts';
import {
  commit,
  failureOf,
  git,
  limits,
  makeDirectory,
  makeRepository,
  incompressibleBytes,
  readAll,
} from '../support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback', 'file']) });
const { signal } = new AbortController();

const segment = fc.constantFrom('a', 'b', 'A', 'src', 'ü', '.x', 'lib-1', 'lib.1', 'lib');
const line = fc.string({ maxLength: 30 });
const content = fc.oneof(
  fc.array(line, { maxLength: 200 }).map((lines) => Buffer.from(lines.join('\n'))),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
);
/** File names end with ".f" and directory names do not, so that no path is both. */
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `${segments.join('/d')}.f`);
const tree = fc.dictionary(path, content, { minKeys: 1, maxKeys: 12 });

test('every commit is read as it was written, over the network and from disk', async () => {
  const history = fc.array(tree, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(history, fc.boolean(), fc.boolean(), async (trees, isPacked, isOld) => {
      const repository = makeRepository();
      const hashes = trees.map((contents) => {
        git(repository, ['rm', '-rq', '--ignore-unmatch', '.']);
        return commit(repository, contents);
      });
      if (isPacked) git(repository, ['gc', '--quiet', '--prune=now']);
      const { url } = await serveGit(repository, { isOld });
      for (const [index, contents] of trees.entries()) {
        const texts = Object.entries(contents).map(([name, bytes]) => [name, bytes.toString('latin1')]);
        for (const from of [url, repository]) {
          const fetched = client.fetchCommit(
            { location: { url: from }, commitHash: hashes[index] ?? '', limits },
            signal,
          );
          const { files } = await readAll(fetched);
          expect(files).toEqual(Object.fromEntries(texts));
          expect(Object.keys(files)).toEqual(Object.keys(files).sort(byBytes));
        }
      }
    }),
    { numRuns: isNightly ? 40 : 8 },
  );
});

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

test('no file stays on disk during a read, after an early exit or after a failure', async () => {
  const directory = makeDirectory();
  vi.stubEnv('TMPDIR', directory);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const repository = makeRepository({ a: 'a', b: 'b' });
  const { url } = await serveGit(repository);
  const head = git(repository, ['rev-parse', 'HEAD']);
  const left = () => readdirSync(directory).filter((name) => !name.startsWith('scangate-test-'));
  const { files } = await client.fetchCommit({ location: { url }, commitHash: head, limits }, signal);
  for await (const _ of files) {
    expect(left()).toEqual([]);
    break;
  }
  const tooSmall = client.fetchCommit(
    { location: { url }, commitHash: head, limits: { ...limits, files: 1 } },
    signal,
  );
  expect(await failureOf(readAll(tooSmall))).toMatchObject({ reason: 'too_large' });
  expect(left()).toEqual([]);
});

test('an oversized pack is not received to its end, unless the host omits large files', async () => {
  const repository = makeRepository({ large: incompressibleBytes(20 * 1024 * 1024), small: 's' });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const tight = { ...limits, totalBytes: 1024 };
  const { url } = await serveGit(repository);
  const fetched = client.fetchCommit({ location: { url }, commitHash: head, limits: tight }, signal);
  expect(await failureOf(fetched)).toMatchObject({ reason: 'too_large' });
  for (const isOld of [false, true]) {
    const filtering = await serveGit(repository, { isOld, config: { 'uploadpack.allowFilter': 'true' } });
    expect(
      await readAll(
        client.fetchCommit({ location: { url: filtering.url }, commitHash: head, limits: tight }, signal),
      ),
    ).toEqual({
      files: { small: 's' },
      skipped: [{ path: 'large', reason: 'too_large' }],
    });
  }
});

const openConnections = (): number =>
  process.getActiveResourcesInfo().filter((name) => name.includes('TCP')).length;

/** Systems assign the lowest free descriptor, so that a leaked one raises the highest of many by one. */
const openFiles = (): number => {
  const descriptors = Array.from({ length: 100 }, () => openSync(devNull, 'r'));
  for (const descriptor of descriptors) closeSync(descriptor);
  return Math.max(...descriptors);
};

const noPack: Intercept = (request, response) => {
  if (request.method !== 'POST') return false;
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
  response.end('000dpackfile\n0012\u0001<html>no pack0000');
  return true;
};

test('connections and files are closed after every outcome', async () => {
  const repository = makeRepository({ a: 'a', b: 'b' });
  const { url } = await serveGit(repository);
  const broken = await serveGit(repository, { intercept: noPack });
  const head = git(repository, ['rev-parse', 'HEAD']);
  const outcomes = async (from: string): Promise<void> => {
    const tooSmall = { ...limits, files: 1 };
    await readAll(client.fetchCommit({ location: { url: from }, commitHash: head, limits }, signal));
    await failureOf(
      client.fetchCommit({ location: { url: from }, commitHash: '0'.repeat(40), limits }, signal),
    );
    await failureOf(
      client.fetchCommit({ location: { url: from }, commitHash: '0'.repeat(64), limits }, signal),
    );
    await failureOf(
      readAll(client.fetchCommit({ location: { url: from }, commitHash: head, limits: tooSmall }, signal)),
    );
  };
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) {
      await outcomes(url);
      await outcomes(repository);
      const fetched = client.fetchCommit({ location: { url: broken.url }, commitHash: head, limits }, signal);
      expect(await failureOf(fetched)).toMatchObject({ reason: 'invalid_repository' });
    }
  };
  // Other files of this worker may have left a service open.
  const others = openConnections();
  const connectionsEnd = (): Promise<void> =>
    vi.waitFor(() => expect(openConnections()).toBeLessThan(others + 10), { timeout: 30_000 });
  await rounds(2);
  await connectionsEnd();
  const before = openFiles();
  await rounds(6);
  await connectionsEnd();
  expect(openFiles()).toBeLessThan(before + 10);
});
