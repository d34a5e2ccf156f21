import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { syncAdvisories } from '#adapters/reference-data/osv/sync-advisories.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, inDirectory, later, memoryObjects, type MemoryObjects } from './object-store-fixture.ts';
import { zipOf } from './zip-fixture.ts';

const log4shell = 'CVE-2021-44228';
const scores = (...rows: string[]): string =>
  ['#model_version:v2025.03.14,score_date:2025-06-01T00:00:00+0000', 'cve,epss,percentile', ...rows].join(
    '\n',
  );
const catalog = (...ids: string[]): string =>
  JSON.stringify({ vulnerabilities: ids.map((cveID) => ({ cveID, dateAdded: '2021-12-10' })) });

const importFile = (
  objects: MemoryObjects,
  [name, content]: readonly [name: string, content: string | Uint8Array],
  now = earlier,
) =>
  inDirectory(async (directory) => {
    await writeFile(join(directory, name), content);
    return importAdvisories(join(directory, name), { objects, now });
  });
const withAdvisories = async (): Promise<MemoryObjects> => {
  const objects = memoryObjects();
  await importFile(objects, ['records.json', JSON.stringify(osvRecord())]);
  return objects;
};
const signalsAt = async (objects: MemoryObjects) =>
  (await storedAdvisories(objects).load(['npm'])).signals?.(log4shell);

describe('an import', () => {
  test.each([
    ['epss_scores-current.csv', scores(`${log4shell},0.9,0.99`)],
    ['epss_scores-current.csv.gz', gzipSync(scores(`${log4shell},0.9,0.99`))],
  ])('of %s is added to the current advisories', async (name, content) => {
    const objects = await withAdvisories();
    const before = await readManifest(objects);
    const report = await importFile(objects, [name, content], later);
    expect(report).toMatchObject({ switched: true, signals: { kind: 'epss', records: 1 }, shards: [] });
    expect(await signalsAt(objects)).toEqual({ epss: { score: 0.9, percentile: 0.99 } });
    const after = await readManifest(objects);
    expect(after?.shards).toEqual(before?.shards);
    expect(after?.builtAt).toBe(earlier);
    expect(after?.snapshotId).not.toBe(before?.snapshotId);
  });

  test('of the catalog keeps the scores, and both survive an import of advisories', async () => {
    const objects = await withAdvisories();
    await importFile(objects, ['scores.csv', scores(`${log4shell},0.9,0.99`)]);
    await importFile(objects, ['known_exploited_vulnerabilities.json', catalog(log4shell)]);
    await importFile(objects, ['records.json', JSON.stringify(osvRecord({ id: 'A-2' }))], later);
    expect(await signalsAt(objects)).toEqual({
      epss: { score: 0.9, percentile: 0.99 },
      kev: { dateAdded: '2021-12-10' },
    });
  });

  test.each([
    ['scores.csv', 'a,b\n'.repeat(20), /not EPSS/],
    ['scores.csv', '', /no entry/],
    ['scores.csv.gz', gzipSync(scores(`${log4shell},0.9,0.99`)).subarray(0, 30), /cannot be read/],
    ['known_exploited_vulnerabilities.json', '{"vulnerabilities":{}}', /no list/],
    ['known_exploited_vulnerabilities.json', 'null', /no list/],
    ['known_exploited_vulnerabilities.json', '{', /cannot be read/],
    ['known_exploited_vulnerabilities.json', '{"vulnerabilities":[{}]}', /no entry/],
  ])('of a damaged %s (%j) changes nothing', async (name, content, failure) => {
    const objects = await withAdvisories();
    const before = await readManifest(objects);
    expect(await importFile(objects, [name, content])).toMatchObject({
      switched: false,
      failure: expect.stringMatching(failure),
    });
    expect(await readManifest(objects)).toEqual(before);
  });

  test('is rejected without advisories, because signals alone match nothing', async () => {
    const objects = memoryObjects();
    const report = await importFile(objects, ['scores.csv', scores(`${log4shell},0.9,0.99`)]);
    expect(report).toMatchObject({ switched: false, failure: expect.stringContaining('first') });
    expect((await storedAdvisories(objects).load(['npm'])).snapshotId).toBe('none');
  });
});

test.each(['missing', 'damaged'])('advisories are loaded although signals are %s', async (how) => {
  const objects = await withAdvisories();
  await importFile(objects, ['scores.csv', scores(`${log4shell},0.9,0.99`)]);
  const key = (await readManifest(objects))?.signals.epss?.key ?? '';
  if (how === 'missing') objects.stored.delete(key);
  else objects.stored.set(key, Buffer.from('x'));
  const index = await storedAdvisories(objects).load(['npm']);
  expect(index.lookup('npm', 'left')).toHaveLength(1);
  expect(index.signals).toBeUndefined();
});

describe('a sync', () => {
  const addresses = { epss: 'https://example.com/epss', kev: 'https://example.com/kev' };
  const dump = zipOf({ 'a.json': JSON.stringify(osvRecord()) });
  const world = () => {
    const served = new Map<string, { body: string | Uint8Array; etag?: string } | number>([
      ['/npm/all.zip', { body: dump, etag: '"1"' }],
      ['/epss', { body: gzipSync(scores(`${log4shell},0.9,0.99`)), etag: '"e1"' }],
      ['/kev', { body: catalog(log4shell, 'CVE-2022-0001', 'CVE-2022-0002') }],
    ]);
    const fetch = (async (url: string, init?: RequestInit) => {
      const found = served.get(new URL(url).pathname) ?? 404;
      if (typeof found === 'number') return new Response('no', { status: found });
      const asked = new Headers(init?.headers).get('if-none-match');
      if (asked !== null && asked === found.etag) return new Response(null, { status: 304 });
      const headers = found.etag ? { etag: found.etag } : {};
      return new Response(Buffer.from(found.body as string), { headers });
    }) as typeof globalThis.fetch;
    const objects = memoryObjects();
    const sync = (now: string) =>
      syncAdvisories(['npm'], { objects, fetch, now, baseUrl: 'https://example.com', signals: addresses });
    return { served, objects, sync };
  };

  test('loads both kinds, then only changed files, with one switch each', async () => {
    const { served, objects, sync } = world();
    expect(await sync(earlier)).toMatchObject({
      switched: true,
      signals: [
        { signal: 'epss', outcome: 'updated', records: 1 },
        { signal: 'kev', outcome: 'updated', records: 3 },
      ],
    });
    expect(await signalsAt(objects)).toMatchObject({ epss: { score: 0.9 }, kev: {} });
    served.set('/epss', { body: gzipSync(scores(`${log4shell},0.8,0.99`)), etag: '"e2"' });
    served.set('/kev', 503);
    expect(await sync(later)).toMatchObject({
      switched: true,
      ecosystems: [{ outcome: 'unchanged' }],
      signals: [
        { outcome: 'updated' },
        { signal: 'kev', outcome: 'failed', failure: 'the dump answered 503' },
      ],
    });
    expect(await signalsAt(objects)).toMatchObject({ epss: { score: 0.8 }, kev: {} });
    expect((await readManifest(objects))?.builtAt).toBe(earlier);
  });

  test('rejects a file that lost more than half of its entries', async () => {
    const { served, objects, sync } = world();
    await sync(earlier);
    served.set('/kev', { body: catalog('CVE-2022-0001') });
    expect((await sync(later)).signals[1]).toMatchObject({ outcome: 'failed' });
    expect(await signalsAt(objects)).toMatchObject({ kev: {} });
  });

  test('continues without signals', async () => {
    const { served, objects, sync } = world();
    served.set('/epss', { body: 'not what was expected\n'.repeat(50) });
    served.delete('/kev');
    expect(await sync(earlier)).toMatchObject({
      switched: true,
      ecosystems: [{ outcome: 'updated' }],
      signals: [{ outcome: 'failed' }, { outcome: 'failed' }],
    });
    expect((await storedAdvisories(objects).load(['npm'])).lookup('npm', 'left')).toHaveLength(1);
  });
});
