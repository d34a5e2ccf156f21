import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GitTransient } from '@scangate/git';
import { connectedGitClient } from '#test/support/git/connected-git-client.ts';
import { packetLine, packetsOf } from '@scangate/git/remote/packet-line';
import { serveGit } from '#test/support/git/git-server.ts';
import {
  answerFetch,
  objectsOf,
  packetsOfPack,
  packOfObjects,
  packType,
} from '#test/support/git/pack-answer.ts';
import {
  failureOf,
  git,
  incompressibleBytes,
  limits,
  makeRepository,
  readAll,
} from '#test/support/git/test-repository.ts';

const allowed = new Set(['https', 'loopback'] as const);
const client = connectedGitClient({ allowed });
const { signal } = new AbortController();

const contents: Record<string, string> = {
  'package-lock.json': '{"lockfileVersion":3}',
  'a/key.pem': 'not a key',
  'a/b/c.txt': 'c',
  'd.txt': incompressibleBytes(20_000).toString('base64'),
};
const paths = Object.keys(contents);

interface Host {
  leavesOut: string[];
  /** The files that it sends when it is asked for the missing ones. */
  later: 'all' | 'some' | 'none' | 'others' | 'refusal';
  packetBytes: number;
}

/** Serves a commit from which files are missing, and answers as the host does to the request for them. */
const fetchFrom = async ({ leavesOut, later, packetBytes }: Host) => {
  const repository = makeRepository(contents);
  const { structure, files } = objectsOf(repository);
  const idsOf = (these: string[]) => these.map((path) => files.get(path) ?? '');
  const kept = idsOf(paths.filter((path) => !leavesOut.includes(path)));
  const wanted: string[][] = [];
  const answers: Record<Host['later'], (wants: string[]) => string[]> = {
    all: (wants) => wants,
    some: (wants) => wants.slice(1),
    none: () => [],
    others: () => structure,
    refusal: () => [],
  };
  const intercept = answerFetch((wants) => {
    wanted.push(wants);
    if (wanted.length === 1)
      return packetsOfPack(packOfObjects(repository, [...structure, ...kept]), packetBytes);
    if (later === 'refusal') return packetLine(`ERR upload-pack: not our ref ${wants[0]}`);
    return packetsOfPack(packOfObjects(repository, answers[later](wants)), packetBytes);
  });
  const { url } = await serveGit(repository, { intercept, config: { 'uploadpack.allowFilter': 'true' } });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const fetched = readAll(client.fetchCommit({ location: { url }, commitHash, limits }, signal));
  return { fetched, wanted, missing: idsOf(leavesOut) };
};

test('files that a host leaves out are fetched by their ids, or the fetch fails; none counts as too large', async () => {
  const host: fc.Arbitrary<Host> = fc.record({
    leavesOut: fc.subarray(paths),
    later: fc.constantFrom<Host['later']>('all', 'some', 'none', 'others', 'refusal'),
    packetBytes: fc.constantFrom(1, 7, 1000, 65_515),
  });
  await fc.assert(
    fc.asyncProperty(host, async (one) => {
      const { fetched, wanted, missing } = await fetchFrom(one);
      if (one.leavesOut.length === 0 || one.later === 'all')
        expect(await fetched).toEqual({ files: contents, skipped: [] });
      else expect(await failureOf(fetched)).toMatchObject({ reason: 'host_failed' });
      expect(wanted.slice(1).map((ids) => ids.toSorted())).toEqual(
        one.leavesOut.length === 0 ? [] : [missing.toSorted()],
      );
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('a pack in one-byte packets is read as fast as it arrives', async () => {
  const large = incompressibleBytes(limits.fileBytes - 1);
  const repository = makeRepository({ large });
  const { structure, files } = objectsOf(repository);
  const pack = packetsOfPack(packOfObjects(repository, [...structure, ...files.values()]), 1);
  const { url } = await serveGit(repository, { intercept: answerFetch(() => pack) });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const start = performance.now();
  const read = await readAll(client.fetchCommit({ location: { url }, commitHash, limits }, signal));
  expect(read.files['large']).toBe(large.toString('latin1'));
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('thirty million one-byte packets end in seconds', async () => {
  const chunk = Buffer.from('0006\u0001x'.repeat(100_000), 'latin1');
  const stream = async function* () {
    for (let sent = 0; sent < 300; sent += 1) yield chunk;
  };
  const start = performance.now();
  let packets = 0;
  const read = async () => {
    for await (const batch of packetsOf(stream())) packets += batch.length;
  };
  expect(await failureOf(read())).toMatchObject({ reason: 'host_failed' });
  expect(packets).toBe(10_000_000);
  expect(performance.now() - start).toBeLessThan(20_000);
}, 30_000);

const trickling = (everyMs: number) =>
  answerFetch((_, response) => {
    response.writeHead(200, packType).write(packetLine('packfile'));
    const timer = setInterval(() => response.write('0005\u0001'), everyMs);
    response.on('close', () => clearInterval(timer));
    return undefined;
  });

test.each([
  ['sends too slowly', { slowMs: 200 }, 'less than 1024 bytes per second'],
  ['takes too long', { totalMs: 300 }, 'took longer than'],
])('a host that %s times out, although it is never silent', async (_, options, words) => {
  const repository = makeRepository({ a: 'a' });
  const { url } = await serveGit(repository, { intercept: trickling(20) });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const fetched = connectedGitClient({ allowed, ...options }).fetchCommit(
    { location: { url }, commitHash, limits },
    signal,
  );
  expect(await failureOf(fetched)).toMatchObject({
    reason: 'timed_out',
    message: expect.stringContaining(words),
  });
});

test('the message of a host is quoted wherever it fails, without markup and control characters', async () => {
  const repository = makeRepository({ a: 'a' });
  const commitHash = git(repository, ['rev-parse', 'HEAD']);
  const fatal = '\u0003fatal: \u001b[31mout of disk\n';
  const packet = (fatal.length + 4).toString(16).padStart(4, '0') + fatal;
  const inPack = answerFetch(() => packetLine('packfile') + packet);
  const inPage = answerFetch((_, response) => {
    response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Down for <b>repair</b></h1>');
    return undefined;
  });
  for (const [intercept, words] of [
    [inPack, /gave up on the request: "fatal: \S{0,4} ?\[31mout of disk"$/],
    [inPage, /answered 503: "Service Unavailable Down for repair"$/],
  ] as const) {
    const { url } = await serveGit(repository, { intercept });
    const failure = await failureOf(client.fetchCommit({ location: { url }, commitHash, limits }, signal));
    expect(failure).toBeInstanceOf(GitTransient);
    expect((failure as Error).message).toMatch(words);
  }
});
