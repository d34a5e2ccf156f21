import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import type { AdvisoryDump } from '@scangate/engines/model/component';
import { syncAdvisories, type SyncRequest } from '#adapters/reference-data/osv/sync-advisories.ts';
import { osvRecord, type RecordParts } from '#test/engines/sca/advisory-fixtures.ts';
import {
  earlier,
  later,
  lookup,
  manifestKey,
  memoryObjects,
  type MemoryObjects,
} from './object-store-fixture.ts';
import { zipOf } from './zip-fixture.ts';

const dump = (...parts: RecordParts[]): Buffer =>
  zipOf(Object.fromEntries(parts.map((part) => [`${part.id}.json`, JSON.stringify(osvRecord(part))])));

/** Responses by path, and the requests that were received. */
const served = new Map<string, { body: Buffer; etag?: string; status?: number; cut?: boolean }>();
let asked: { path: string | undefined; etag: string | undefined }[] = [];

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const etag = request.headers['if-none-match'];
  asked.push({ path: request.url, etag });
  const found = served.get(request.url ?? '');
  if (!found) response.writeHead(404).end();
  else if (found.etag !== undefined && found.etag === etag) response.writeHead(304).end();
  else {
    const headers = { ...(found.etag && { etag: found.etag }), 'content-length': found.body.length };
    response.writeHead(found.status ?? 200, headers);
    if (found.cut) response.write(found.body.subarray(0, 40), () => response.destroy());
    else response.end(found.body);
  }
};

const server = createServer(answer);
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  served.clear();
  asked = [];
});

const sync = (objects: MemoryObjects, ecosystems: AdvisoryDump[], options: Partial<SyncRequest> = {}) =>
  syncAdvisories(ecosystems, { objects, fetch, now: earlier, baseUrl, ...options });

const npmDump = '/npm/all.zip';
const ids = async (objects: MemoryObjects) => (await lookup(objects, 'npm', 'left')).map(({ id }) => id);

test('an ecosystem that never had a dump is absent, not failed', async () => {
  const objects = memoryObjects();
  const outcomes = async () =>
    (await sync(objects, ['opam', 'npm'])).ecosystems.map(({ ecosystem, outcome }) => [ecosystem, outcome]);
  expect(await outcomes()).toEqual([
    ['opam', 'absent'],
    ['npm', 'failed'],
  ]);
  const record = { id: 'OSEC-1', ecosystem: 'opam', name: 'tls', events: [{ introduced: '0' }] } as const;
  served.set('/opam/all.zip', { body: dump({ ...record, events: [...record.events] }) });
  expect((await outcomes())[0]).toEqual(['opam', 'updated']);
  served.clear();
  expect((await outcomes())[0]).toEqual(['opam', 'failed']);
});

test('every ecosystem gets its shard, in one switch', async () => {
  served.set(npmDump, { body: dump({ id: 'A-1' }) });
  served.set('/crates.io/all.zip', { body: dump({ id: 'B-1', ecosystem: 'crates.io' }) });
  const objects = memoryObjects();
  const report = await sync(objects, ['npm', 'crates.io']);
  expect(report).toMatchObject({
    switched: true,
    ecosystems: [
      { ecosystem: 'npm', outcome: 'updated', records: 1, bad: 0 },
      { ecosystem: 'crates.io', outcome: 'updated', records: 1, bad: 0 },
    ],
  });
  expect(await ids(objects)).toEqual(['A-1']);
  expect(await lookup(objects, 'crates.io', 'left')).toHaveLength(1);
  expect(objects.calls.filter((call) => call === `put ${manifestKey}`)).toHaveLength(1);
});

test('a dump changes only its own ecosystem', async () => {
  const foreign = osvRecord({ id: 'B-1', ecosystem: 'Go', name: 'g' });
  served.set(npmDump, {
    body: zipOf({ 'a.json': JSON.stringify(osvRecord()), 'b.json': JSON.stringify(foreign) }),
  });
  const objects = memoryObjects();
  await sync(objects, ['npm']);
  expect(await lookup(objects, 'Go', 'g')).toEqual([]);
});

test('an unchanged dump is not downloaded again, and nothing is written', async () => {
  served.set(npmDump, { body: dump({ id: 'A-1' }), etag: '"one"' });
  const objects = memoryObjects();
  await sync(objects, ['npm']);
  objects.calls = [];
  const report = await sync(objects, ['npm'], { now: later });
  expect(report).toMatchObject({ switched: false, ecosystems: [{ outcome: 'unchanged' }] });
  expect(asked.map(({ etag }) => etag)).toEqual([undefined, '"one"']);
  expect(objects.calls.filter((call) => call.startsWith('put'))).toEqual([]);
  served.set(npmDump, { body: dump({ id: 'A-2' }), etag: '"two"' });
  expect((await sync(objects, ['npm'], { now: later })).switched).toBe(true);
  expect(await ids(objects)).toEqual(['A-2']);
});

const refused: typeof fetch = () =>
  Promise.reject(new TypeError('fetch failed', { cause: new Error('refused') }));

describe('an ecosystem that fails keeps its last good shard and is reported', () => {
  const failures: [string, Parameters<typeof served.set>[1] | undefined, RegExp][] = [
    ['is not found', undefined, /404/],
    ['answers an error', { body: Buffer.from('sorry'), status: 503 }, /503/],
    ['is truncated', { body: dump({ id: 'A-2' }), cut: true }, /./],
    ['is not a zip', { body: Buffer.from('<html>') }, /cannot be read/],
    ['is empty', { body: zipOf({}) }, /no advisory/],
    ['has only bad records', { body: zipOf({ 'a.json': '{}' }) }, /no advisory/],
    ['has lost more than half of its records', { body: dump({ id: 'A-2' }) }, /1 records where there were 3/],
    ['is too large', { body: dump(...'abcdefgh'.split('').map((id) => ({ id }))) }, /too large/],
  ];
  test.each(failures)('when its dump %s', async (_, response, failure) => {
    const objects = memoryObjects();
    served.set(npmDump, { body: dump({ id: 'A-1' }, { id: 'A-3' }, { id: 'A-4' }) });
    await sync(objects, ['npm']);
    served.delete(npmDump);
    if (response) served.set(npmDump, response);
    served.set('/Go/all.zip', { body: dump({ id: 'B-1', ecosystem: 'Go', name: 'g' }) });
    const report = await sync(objects, ['npm', 'Go'], { now: later, dumpBytes: 1500 });
    expect(report).toMatchObject({
      switched: true,
      ecosystems: [
        { ecosystem: 'npm', outcome: 'failed' },
        { ecosystem: 'Go', outcome: 'updated' },
      ],
    });
    expect(report.ecosystems[0]).toHaveProperty('failure', expect.stringMatching(failure));
    expect(await ids(objects)).toEqual(['A-1', 'A-3', 'A-4']);
    expect(await lookup(objects, 'Go', 'g')).toHaveLength(1);
  });

  test('when the server does not respond', async () => {
    const report = await syncAdvisories(['npm'], { objects: memoryObjects(), fetch: refused, now: earlier });
    expect(report).toEqual({
      switched: false,
      ecosystems: [{ ecosystem: 'npm', outcome: 'failed', failure: 'fetch failed: refused' }],
      signals: [],
      ratings: [],
    });
  });

  test('when its shard cannot be stored', async () => {
    const objects = memoryObjects();
    served.set(npmDump, { body: dump({ id: 'A-1' }) });
    await sync(objects, ['npm']);
    served.set(npmDump, { body: dump({ id: 'A-2' }) });
    objects.failPut = (key) => key !== manifestKey;
    expect((await sync(objects, ['npm'])).ecosystems[0]?.outcome).toBe('failed');
    expect(await ids(objects)).toEqual(['A-1']);
  });
});

test('the dump of a distribution gives a shard per release, and the shard of a removed release is removed', async () => {
  const ofReleases = (...releases: string[]) =>
    dump(...releases.map((release) => ({ id: `D-${release}`, ecosystem: `Debian:${release}` })));
  served.set('/Debian/all.zip', { body: ofReleases('11', '12'), etag: 'one' });
  const objects = memoryObjects();
  const report = await sync(objects, ['Debian']);
  expect(report.ecosystems).toMatchObject([{ ecosystem: 'Debian', outcome: 'updated', records: 2 }]);
  expect(Object.keys((await readManifest(objects))?.shards ?? {}).sort()).toEqual(['Debian:11', 'Debian:12']);
  served.set('/Debian/all.zip', { body: ofReleases('12'), etag: 'two' });
  await sync(objects, ['Debian']);
  expect(Object.keys((await readManifest(objects))?.shards ?? {})).toEqual(['Debian:12']);
});
