import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sourceLimits } from '@scangate/engines/model/source-files';
import { packetLine } from '@scangate/git/remote/packet-line';
import { packHeaderBytes } from '@scangate/git/pack/pack-entry';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { serveGit, type Intercept } from '#test/support/git/git-server.ts';
import { answerFetch, packType } from '#test/support/git/pack-answer.ts';
import { packOf } from '#test/support/git/pack-writer.ts';
import { failureOf, git, makeRepository } from '#test/support/git/test-repository.ts';

const client = connectedGitClient({ allowed: new Set(['https', 'loopback']) });
const { signal } = new AbortController();
const mebibyte = 1024 * 1024;
const fiveGigabytes = 5_000_000_000;
/** The buffers of two sockets hold less than this, which a server has sent and nobody has read. */
const inBuffers = 16 * mebibyte;

const packet = (content: Buffer): Buffer => {
  const length = (content.length + 5).toString(16).padStart(4, '0');
  return Buffer.concat([Buffer.from(`${length}\u0001`), content]);
};
const filler = Buffer.concat(Array<Buffer>(16).fill(packet(Buffer.alloc(65_515, 'x'))));

interface Sent {
  bytes: number;
  requests: number;
}

/** Sends a pack of 5 GB as fast as it is read, until the client hangs up. */
const send = async (response: ServerResponse, sent: Sent, head: Buffer): Promise<void> => {
  const closed = new Promise<void>((resolve) => void response.once('close', resolve));
  for (let part = head; !response.destroyed && sent.bytes < fiveGigabytes; part = filler) {
    sent.bytes += part.length;
    if (response.write(part)) continue;
    const drained = new Promise<void>((resolve) => void response.once('drain', resolve));
    await Promise.race([closed, drained]);
  }
};

/** Serves a commit whose pack declares so many objects. */
const serveHuge = async (objects: number, { headers = {}, headOnly = false } = {}) => {
  const repository = makeRepository({ a: 'a' });
  const sent: Sent = { bytes: 0, requests: 0 };
  const header = packOf([], objects).subarray(0, packHeaderBytes);
  const intercept: Intercept = answerFetch((_, response) => {
    sent.requests += 1;
    response.writeHead(200, { ...packType, ...headers });
    const head = Buffer.concat([Buffer.from(packetLine('packfile')), packet(header)]);
    if (headOnly) response.write(head);
    else void send(response, sent, head);
    return undefined;
  });
  const { url } = await serveGit(repository, { intercept });
  return { sent, location: { url }, commitHash: git(repository, ['rev-parse', 'HEAD']) };
};

test('two million files are refused by the first 12 bytes of the pack, and the problem names the limit', async () => {
  const { sent, ...commit } = await serveHuge(2_000_000, { headOnly: true });
  const failure = await failureOf(client.fetchCommit({ ...commit, limits: sourceLimits }, signal));
  expect(failure).toMatchObject({
    reason: 'too_large',
    message:
      'The repository has to send 2000000 objects (commits, directories and files); the limit is 401024.',
  });
  expect(sent.requests).toBe(1);
});

test('of 5 GB that are two million files, next to nothing is read', async () => {
  const { sent, ...commit } = await serveHuge(2_000_000);
  const failure = await failureOf(client.fetchCommit({ ...commit, limits: sourceLimits }, signal));
  expect(failure).toMatchObject({ reason: 'too_large' });
  expect(sent.bytes).toBeLessThan(inBuffers);
});

test('an answer that declares 5 GB is refused before any of it is read', async () => {
  const headers = { 'content-length': String(fiveGigabytes) };
  const commit = await serveHuge(1000, { headers, headOnly: true });
  const failure = await failureOf(client.fetchCommit({ ...commit, limits: sourceLimits }, signal));
  expect(failure).toMatchObject({
    reason: 'too_large',
    message: 'The host sends more than the limit of 1090519040 bytes.',
  });
});

test('5 GB in few files of unknown size are read up to the limit, and the problem names it', async () => {
  const { sent, ...commit } = await serveHuge(1000);
  const limits = { ...sourceLimits, totalBytes: 16 * mebibyte };
  const failure = await failureOf(client.fetchCommit({ ...commit, limits }, signal));
  expect(failure).toMatchObject({
    reason: 'too_large',
    message: `The host sends more than the limit of ${32 * mebibyte} bytes.`,
  });
  expect(sent.bytes).toBeGreaterThan(32 * mebibyte);
  expect(sent.bytes).toBeLessThan(32 * mebibyte + inBuffers);
});
