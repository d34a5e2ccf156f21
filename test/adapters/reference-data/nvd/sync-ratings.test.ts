import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { syncAdvisories } from '#adapters/reference-data/osv/sync-advisories.ts';
import { osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, lookup, memoryObjects, type MemoryObjects } from '../osv/object-store-fixture.ts';
import { zipOf } from '../osv/zip-fixture.ts';
import { feedOf, nvdEntry, nvdFeed } from './nvd-fixture.ts';

const unrated = osvRecord({ id: 'GO-2024-1', aliases: ['CVE-2024-1000'], ecosystem: 'Go', name: 'stdlib' });

/** A fake internet: responses by path, with ETags, and the requests that were received. */
const internet = () => {
  const served = new Map<string, { body: Buffer; etag: string }>();
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request, options?: RequestInit): Promise<Response> => {
    const path = new URL(String(url)).pathname;
    asked.push(path);
    const found = served.get(path);
    if (!found) return new Response(null, { status: 404 });
    const known = new Headers(options?.headers).get('if-none-match');
    if (known === found.etag) return new Response(null, { status: 304 });
    return new Response(new Uint8Array(found.body), { headers: { etag: found.etag } });
  };
  const serve = (path: string, body: Buffer): void =>
    void served.set(path, { body, etag: `"${body.toString('base64').slice(-100)}"` });
  return { fetch, asked, serve };
};
type Internet = ReturnType<typeof internet>;

const feedPath = '/nvd/nvdcve-2.0-2024.json.gz';
const packed = (feed: unknown): Buffer => gzipSync(JSON.stringify(feed));
const goDump = zipOf({ 'GO-2024-1.json': JSON.stringify(unrated) });

const sync = (objects: MemoryObjects, { fetch }: Internet) =>
  syncAdvisories(['Go'], {
    objects,
    fetch: fetch as typeof globalThis.fetch,
    now: earlier,
    baseUrl: 'https://osv.example',
    ratingsUrl: 'https://nvd.example/nvd',
  });
const severityOf = async (objects: MemoryObjects) => (await lookup(objects, 'Go', 'stdlib'))[0]?.severity;

test('the feed of a year is fetched when a record without a severity needs it', async () => {
  const [objects, net] = [memoryObjects(), internet()];
  net.serve('/Go/all.zip', goDump);
  net.serve(feedPath, packed(feedOf('CVE-2024-1000')));
  const report = await sync(objects, net);
  expect(report).toMatchObject({
    ecosystems: [{ outcome: 'updated', unrated: 0 }],
    ratings: [{ year: '2024', outcome: 'updated', records: 1 }],
  });
  expect(await severityOf(objects)).toBe('high');
  expect(net.asked).toEqual(['/Go/all.zip', feedPath]);
});

test('without such a record no feed is fetched', async () => {
  const [objects, net] = [memoryObjects(), internet()];
  const rated = osvRecord({ id: 'GO-2024-1', aliases: ['CVE-2024-1000'], ecosystem: 'Go', word: 'HIGH' });
  net.serve('/Go/all.zip', zipOf({ 'a.json': JSON.stringify(rated) }));
  expect((await sync(objects, net)).ratings).toEqual([]);
  expect(net.asked).toEqual(['/Go/all.zip']);
});

test('a rating that NVD publishes later rates the records of an unchanged dump', async () => {
  const [objects, net] = [memoryObjects(), internet()];
  net.serve('/Go/all.zip', goDump);
  net.serve(feedPath, packed(nvdFeed(nvdEntry('CVE-2024-1000'), nvdEntry('CVE-2024-2', vector.low))));
  expect((await sync(objects, net)).ecosystems).toMatchObject([{ outcome: 'updated', unrated: 1 }]);
  expect(await severityOf(objects)).toBe('unknown');
  expect(await sync(objects, net)).toMatchObject({
    switched: false,
    ecosystems: [{ outcome: 'unchanged' }],
    ratings: [{ outcome: 'unchanged' }],
  });
  net.serve(
    feedPath,
    packed(nvdFeed(nvdEntry('CVE-2024-1000', vector.high), nvdEntry('CVE-2024-2', vector.low))),
  );
  expect((await sync(objects, net)).ecosystems).toMatchObject([{ outcome: 'rated', unrated: 0 }]);
  expect(await severityOf(objects)).toBe('high');
  expect((await readManifest(objects))?.shards.Go?.etag).toBeDefined();
});

test('a feed that fails keeps the last ratings and delays no advisory', async () => {
  const [objects, net] = [memoryObjects(), internet()];
  net.serve('/Go/all.zip', goDump);
  expect(await sync(objects, net)).toMatchObject({
    switched: true,
    ratings: [{ year: '2024', outcome: 'failed', failure: expect.stringContaining('404') }],
  });
  const rows = ['CVE-2024-1000', 'CVE-2024-1001', 'CVE-2024-1002'].map((id) => nvdEntry(id, vector.high));
  net.serve(feedPath, packed(nvdFeed(...rows)));
  await sync(objects, net);
  const before = (await readManifest(objects))?.ratings;
  expect(Object.keys(before ?? {})).toEqual(['2024']);
  const others = osvRecord({
    id: 'GO-2024-2',
    aliases: ['CVE-2024-1001', 'CVE-2024-9'],
    ecosystem: 'Go',
    name: 'b',
  });
  const still = osvRecord({ id: 'GO-2024-3', aliases: ['CVE-2024-10'], ecosystem: 'Go', name: 'c' });
  net.serve('/Go/all.zip', zipOf({ 'a.json': JSON.stringify([unrated, others, still]) }));
  net.serve(feedPath, packed(feedOf('CVE-2024-1000')));
  expect((await sync(objects, net)).ratings).toMatchObject([{ outcome: 'failed' }]);
  expect((await readManifest(objects))?.ratings).toEqual(before);
  expect((await lookup(objects, 'Go', 'b'))[0]?.severity).toBe('high');
});
