import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import {
  earlier,
  inDirectory,
  lookup,
  memoryObjects,
  type MemoryObjects,
} from '../osv/object-store-fixture.ts';
import { feedOf, nvdEntry, nvdFeed } from './nvd-fixture.ts';

const imported = (objects: MemoryObjects, files: Record<string, unknown>, only?: string) =>
  inDirectory(async (directory) => {
    for (const [name, content] of Object.entries(files))
      await writeFile(join(directory, name), JSON.stringify(content));
    const source = only === undefined ? directory : join(directory, only);
    return importAdvisories(source, { objects, now: earlier });
  });

const feedName = 'nvdcve-2.0-2024.json';
const importFeed = (objects: MemoryObjects, feed: unknown, name = feedName) =>
  imported(objects, { [name]: feed }, name);
const importRecord = (objects: MemoryObjects, record: unknown) =>
  imported(objects, { 'record.json': record }, 'record.json');

const unrated = osvRecord({ id: 'GO-2024-1', aliases: ['CVE-2024-1000'], ecosystem: 'Go', name: 'stdlib' });
const severityOf = async (objects: MemoryObjects) => (await lookup(objects, 'Go', 'stdlib'))[0];

test('a feed rates stored advisories that have no severity', async () => {
  const objects = memoryObjects();
  expect(await importRecord(objects, unrated)).toMatchObject({ switched: true, unrated: 1 });
  expect(await severityOf(objects)).toMatchObject({ severity: 'unknown' });
  const report = await importFeed(objects, feedOf('CVE-2024-1000'));
  expect(report).toMatchObject({ switched: true, ratings: { records: 1, rated: 1 } });
  expect(await severityOf(objects)).toMatchObject({
    severity: 'high',
    cvss: { vector: vector.high, score: 7.5 },
  });
});

test('stored ratings apply to advisories that are imported later', async () => {
  const objects = memoryObjects();
  await importRecord(objects, osvRecord({ id: 'A-1' }));
  await importFeed(objects, feedOf('CVE-2024-1000'));
  expect(await importRecord(objects, unrated)).toMatchObject({ unrated: 0 });
  expect(await severityOf(objects)).toMatchObject({ severity: 'high' });
});

test('a directory may contain records and feeds', async () => {
  const objects = memoryObjects();
  const report = await imported(objects, { 'a.json': unrated, [feedName]: feedOf('CVE-2024-1000') });
  expect(report).toMatchObject({
    switched: true,
    unrated: 0,
    records: { advisories: 1, bad: 0 },
    ratings: { rated: 1 },
  });
  expect(await imported(objects, { [feedName]: feedOf('CVE-2024-1000') })).toMatchObject({ switched: true });
});

test('a stated severity is kept, and a record without a rating stays unknown and is reported', async () => {
  const objects = memoryObjects();
  await importRecord(objects, [
    osvRecord({ id: 'GO-2024-1', aliases: ['CVE-2024-1000'], ecosystem: 'Go', name: 'stdlib', word: 'LOW' }),
    osvRecord({ id: 'GO-2024-2', aliases: ['CVE-2024-2000'], ecosystem: 'Go', name: 'other' }),
  ]);
  await importFeed(objects, feedOf('CVE-2024-1000'));
  expect(await severityOf(objects)).toMatchObject({ severity: 'low' });
  expect((await readManifest(objects))?.shards.Go).toMatchObject({ unrated: 1, unratedYears: ['2024'] });
});

test('a later feed adds to the ratings of a year, and removes those of rejected CVEs', async () => {
  const objects = memoryObjects();
  await importRecord(objects, osvRecord({ id: 'A-1' }));
  await importFeed(
    objects,
    nvdFeed(nvdEntry('CVE-2024-1000', vector.high), nvdEntry('CVE-2024-1001', vector.low)),
  );
  await importFeed(
    objects,
    nvdFeed(nvdEntry('CVE-2024-1000', vector.high, 'Rejected'), nvdEntry('CVE-2023-5000', vector.low)),
    'nvdcve-2.0-modified.json',
  );
  const counts = Object.entries((await readManifest(objects))?.ratings ?? {}).map(([year, { records }]) => [
    year,
    records,
  ]);
  expect(counts).toEqual([
    ['2023', 1],
    ['2024', 1],
  ]);
  await importRecord(objects, unrated);
  expect(await severityOf(objects)).toMatchObject({ severity: 'unknown' });
});

test('a damaged feed, and one without matching advisories, change nothing', async () => {
  const objects = memoryObjects();
  expect(await importFeed(objects, feedOf('CVE-2024-1000'))).toMatchObject({
    switched: false,
    failure: expect.stringContaining('import advisories first'),
  });
  await importRecord(objects, unrated);
  const before = await readManifest(objects);
  expect(await importFeed(objects, { vulnerabilities: [] })).toMatchObject({ switched: false });
  expect(await readManifest(objects)).toEqual(before);
});

test('a merged OSV record of a CVE rates stored advisories', async () => {
  const objects = memoryObjects();
  await importRecord(objects, unrated);
  const ofCve = {
    id: 'CVE-2024-1000',
    modified: earlier,
    severity: [{ type: 'CVSS_V3', score: vector.low }],
  };
  const report = await inDirectory(async (directory) => {
    await writeFile(join(directory, 'cve.json'), JSON.stringify(ofCve));
    return importAdvisories(join(directory, 'cve.json'), { objects, now: earlier, mode: 'merge' });
  });
  expect(report).toMatchObject({ switched: true, unrated: 0 });
  expect(await severityOf(objects)).toMatchObject({ severity: 'low' });
});
