import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { packetLine } from '@scangate/git/remote/packet-line';
import { packHeaderBytes } from '@scangate/git/pack/pack-entry';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type GitServerOptions, type Intercept } from '#test/support/git/git-server.ts';
import { objectsOf, packetsOfPack, packOfObjects, packType } from '#test/support/git/pack-answer.ts';
import { packEntry, packOf } from '#test/support/git/pack-writer.ts';
import {
  failureOf,
  git,
  incompressibleBytes,
  limits,
  makeRepository,
  readAll,
} from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();
const mebibyte = 1024 * 1024;
const filtering = { config: { 'uploadpack.allowFilter': 'true', 'transfer.advertiseObjectInfo': 'true' } };

const bodyOf = async (request: Parameters<Intercept>[0]): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('latin1');

/** Answers fetches as told, and says that sizes cannot be asked for. */
const answering = (answer: (body: string, response: ServerResponse) => void): Intercept => {
  const lines = ['version 2', 'fetch=shallow filter'].map(packetLine).join('');
  return (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      response.end(`${lines}0000`);
    } else {
      response.writeHead(200, packType);
      void bodyOf(request).then((body) => answer(body, response));
    }
    return true;
  };
};

const filesOf = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.bin`, `${index}`]));
const twelve = filesOf(12);

test('a host that tells sizes sends no file of a commit that is too large', async () => {
  const repository = makeRepository({ ...twelve, 'large.bin': incompressibleBytes(mebibyte) });
  const bodies: string[] = [];
  const { url, requests } = await serveGit(repository, {
    ...filtering,
    intercept: (request) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString('latin1')));
      return false;
    },
  });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const asked = { location: { url }, commitHash, checksSize: true };
  const tight = { ...limits, totalBytes: mebibyte };
  expect(await failureOf(client.fetchCommit({ ...asked, limits: tight }, signal))).toMatchObject({
    reason: 'too_large',
    message: `The commit's files have at least ${mebibyte + 14} bytes together; the limit is ${mebibyte}.`,
  });
  expect(requests).toHaveLength(3);
  expect(bodies.join('')).not.toContain('blob:limit');
  const without = { ...limits, totalBytes: mebibyte, fileBytes: mebibyte - 1 };
  const { files, skipped } = await readAll(client.fetchCommit({ ...asked, limits: without }, signal));
  expect([Object.keys(files).length, skipped]).toEqual([12, [{ path: 'large.bin', reason: 'too_large' }]]);
});

test.each<[string, GitServerOptions]>([
  ['that filters', filtering],
  ['that does not filter', {}],
  ['of version 0', { isOld: true, ...filtering }],
])('a commit within the limits is read from a host %s, and chosen files by their ids', async (_, options) => {
  const repository = makeRepository(twelve);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const { url } = await serveGit(repository, options);
  const asked = { location: { url }, commitHash, limits, checksSize: true };
  expect((await readAll(client.fetchCommit(asked, signal))).files).toEqual(twelve);
  const chosen = client.fetchCommit(
    { ...asked, selection: () => ({ names: [], paths: ['3.bin'], ids: [] }) },
    signal,
  );
  expect((await readAll(chosen)).files).toEqual({ '3.bin': '3' });
});

const heavy = Buffer.alloc(50_000, 'x');

test.each<[string, GitServerOptions]>([
  ['that filters', { config: { 'uploadpack.allowFilter': 'true' } }],
  ['that tells sizes', filtering],
  ['that does not filter', {}],
])('files that are not read count for nothing, whatever a host %s sends', async (_, options) => {
  const path = `${'d'.repeat(200)}/${'e'.repeat(200)}.bin`;
  const repository = makeRepository({ 'a.txt': 'a', 'b\\c.bin': heavy, [path]: heavy });
  const { url } = await serveGit(repository, options);
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const tight = { ...limits, totalBytes: 20_000, pathLength: 300 };
  const asked = { location: { url }, commitHash, limits: tight, checksSize: true };
  const { files, skipped } = await readAll(client.fetchCommit(asked, signal));
  expect([files, skipped.map(({ reason }) => reason)]).toEqual([
    { 'a.txt': 'a' },
    ['path_unsafe', 'path_unsafe'],
  ]);
  const wide = { ...asked, limits: { ...tight, pathLength: 500 } };
  expect(await failureOf(readAll(client.fetchCommit(wide, signal)))).toMatchObject({ reason: 'too_large' });
  const chosen = { ...wide, selection: () => ({ names: [], paths: ['a.txt'], ids: [] }) };
  expect((await readAll(client.fetchCommit(chosen, signal))).files).toEqual({ 'a.txt': 'a' });
});

const header = (count: number): Buffer => packOf([], count).subarray(0, packHeaderBytes);
const packet = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${(content.length + 5).toString(16).padStart(4, '0')}\u0001`), content]);
const filler = Buffer.concat(Array<Buffer>(16).fill(packet(Buffer.alloc(65_000, 'x'))));

interface EndlessOptions {
  files: number;
  /** The bytes that it sends before it was asked how many objects there are as often as that. */
  heldBytes: number;
  questions: number;
  largerThan: (bytes: number) => number;
}

/** A host that sends endlessly. */
const endlessHost = async ({ files, heldBytes, questions, largerThan }: EndlessOptions) => {
  const repository = makeRepository(filesOf(files));
  const { structure } = objectsOf(repository);
  const asked: number[] = [];
  let isProven = (): void => undefined;
  const proven = new Promise<void>((resolve) => (isProven = resolve));
  const sent = { bytes: 0 };
  const sendEndlessly = async (response: ServerResponse): Promise<void> => {
    const closed = new Promise<void>((resolve) => void response.once('close', resolve));
    for (; !response.destroyed; sent.bytes += filler.length) {
      if (sent.bytes > heldBytes) await proven;
      if (response.write(filler)) continue;
      await Promise.race([closed, new Promise<void>((resolve) => void response.once('drain', resolve))]);
    }
  };
  const whole = structure.length + files;
  const answer = (body: string, response: ServerResponse): void => {
    if (body.includes('blob:none'))
      return void response.end(packetsOfPack(packOfObjects(repository, structure), 1000));
    const bytes = Number(/blob:limit=(\d+)/.exec(body)?.[1]);
    response.write(
      Buffer.concat([Buffer.from(packetLine('packfile')), packet(header(whole - largerThan(bytes)))]),
    );
    if (bytes === large.fileBytes + 1) return void sendEndlessly(response);
    asked.push(bytes);
    if (asked.length === questions) isProven();
    return undefined;
  };
  const { url } = await serveGit(repository, { intercept: answering(answer) });
  return { url, sent, asked, commitHash: git(repository, ['rev-parse', 'HEAD']) };
};

const large = { ...limits, totalBytes: 1024 * mebibyte, fileBytes: 1024 * mebibyte };

test('a host that only counts objects proves a commit too large while its files arrive', async () => {
  // Six of the twelve files have 300 MB.
  const largerThan = (bytes: number) => (bytes <= 300 * mebibyte ? 6 : 0);
  const host = await endlessHost({ files: 12, heldBytes: 40 * mebibyte, questions: 2, largerThan });
  const commit = {
    location: { url: host.url },
    commitHash: host.commitHash,
    limits: large,
    checksSize: true,
  };
  const first = Math.floor((1024 * mebibyte) / 12) + 1;
  expect(await failureOf(client.fetchCommit(commit, signal))).toMatchObject({
    reason: 'too_large',
    message: `The commit's files have at least ${6 * 3 * first} bytes together; the limit is ${1024 * mebibyte}.`,
  });
  expect(host.asked).toEqual([first, 3 * first]);
  expect(host.sent.bytes).toBeLessThan(200 * mebibyte);
});

test('of a commit of many files, the first bytes and one question prove that it is too large', async () => {
  const files = 4_096;
  const largerThan = (bytes: number) => (bytes <= mebibyte ? files : 0);
  const host = await endlessHost({ files, heldBytes: mebibyte, questions: 1, largerThan });
  const commit = {
    location: { url: host.url },
    commitHash: host.commitHash,
    limits: large,
    checksSize: true,
  };
  const first = Math.floor((1024 * mebibyte) / files) + 1;
  expect(await failureOf(client.fetchCommit(commit, signal))).toMatchObject({
    reason: 'too_large',
    message: `The commit's files have at least ${files * first} bytes together; the limit is ${1024 * mebibyte}.`,
  });
  expect(host.asked[0]).toBe(first);
  expect(host.sent.bytes).toBeLessThan(32 * mebibyte);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['never answers', () => undefined],
  ['refuses', (response) => void response.end(`${packetLine('ERR too many requests')}0000`)],
  ['breaks off', (response) => void response.destroy()],
])('a commit of many files is read from a host that %s when it is asked to count', async (_, answerCount) => {
  const files = filesOf(4_096);
  const repository = makeRepository(files);
  const objects = objectsOf(repository);
  const all = [...objects.structure, ...objects.files.values()];
  const closed: boolean[] = [];
  const answer = (body: string, response: ServerResponse): void => {
    const isWhole = body.includes(`blob:limit=${limits.fileBytes + 1}`);
    if (body.includes('blob:none') || isWhole)
      return void response.end(
        packetsOfPack(packOfObjects(repository, isWhole ? all : objects.structure), 1000),
      );
    response.once('close', () => closed.push(true));
    answerCount(response);
    return undefined;
  };
  const { url } = await serveGit(repository, { intercept: answering(answer) });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const commit = { location: { url }, commitHash, limits, checksSize: true };
  expect((await readAll(client.fetchCommit(commit, signal))).files).toEqual(files);
  await expect.poll(() => closed.length).toBe(1);
});

test('a host whose directories name too many files is refused before the last of them arrives', async () => {
  const noise = incompressibleBytes(20 * 200_000);
  const entry = (file: number): Buffer =>
    Buffer.concat([Buffer.from(`100644 f${file}\0`), noise.subarray(20 * file, 20 * file + 20)]);
  const directory = (number: number): Buffer =>
    Buffer.concat(Array.from({ length: 2_000 }, (_, index) => entry(number * 2_000 + index)));
  const trees = Array.from({ length: 100 }, (_, number) =>
    packEntry({ type: 'tree', content: directory(number) }),
  );
  const begun = packetsOfPack(packOf([...trees, incompressibleBytes(mebibyte / 2)], 1_000), 60_000);
  const answer = (_: string, response: ServerResponse): void => void response.write(begun);
  const repository = makeRepository({ a: 'a' });
  const { url } = await serveGit(repository, { intercept: answering(answer) });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const asked = { location: { url }, commitHash, limits: { ...limits, files: 50_000 }, checksSize: true };
  expect(await failureOf(client.fetchCommit(asked, signal))).toMatchObject({
    reason: 'too_large',
    message: 'The commit has more than 50000 files.',
  });
});
