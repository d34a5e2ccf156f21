import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInLicenseData, builtInLicenses } from '#adapters/reference-data/licenses/built-in.ts';
import { storedLicenses } from '#adapters/reference-data/licenses/stored-licenses.ts';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { readManifest } from '#adapters/reference-data/osv/manifest.ts';
import { syncAdvisories } from '#adapters/reference-data/osv/sync-advisories.ts';
import type { PackageVersion } from '#ports/license-source.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, inDirectory, memoryObjects, type MemoryObjects } from '../osv/object-store-fixture.ts';
import { zipOf } from '../osv/zip-fixture.ts';

const lodash: PackageVersion = { ecosystem: 'npm', name: 'lodash', version: '4.17.21' };
const licenseOf = async (objects: MemoryObjects, asked = lodash) => {
  const { lookup } = await storedLicenses(objects).load([asked]);
  return lookup(asked.ecosystem, asked.name, asked.version)?.license;
};

const importTables = (objects: MemoryObjects, files: Record<string, unknown>) =>
  inDirectory(async (directory) => {
    const folder = join(directory, 'tables');
    await mkdir(folder);
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(content));
    return importAdvisories(folder, { objects, now: earlier });
  });

const dump = async (): Promise<Response> =>
  new Response(zipOf({ 'a.json': JSON.stringify(osvRecord({ id: 'A-1' })) }));
const sync = (objects: MemoryObjects, day = builtInLicenses.day) =>
  syncAdvisories(['npm'], {
    objects,
    fetch: dump,
    now: earlier,
    licenses: { ...builtInLicenses, day },
  });

test('a sync publishes the license data of its release, without a network', async () => {
  const objects = memoryObjects();
  expect(await licenseOf(objects)).toBeUndefined();
  expect((await sync(objects)).licenses).toBe(builtInLicenses.day);
  expect(await licenseOf(objects)).toBe('MIT');
  expect((await sync(objects)).licenses).toBeUndefined();
  const { snapshot } = await storedLicenses(objects).load([lodash]);
  expect(snapshot).toEqual((await builtInLicenseData().load([lodash])).snapshot);
});

test('a sync keeps newer license data that was imported, and replaces older data', async () => {
  const objects = memoryObjects();
  const imported = { 'licenses.json': { day: '2040-01-01' }, 'npm.json': { ISC: 'lodash@4.0.0..4.20.0' } };
  expect(await importTables(objects, imported)).toMatchObject({
    switched: true,
    licenses: { day: '2040-01-01', packages: 1 },
  });
  await sync(objects);
  expect(await licenseOf(objects)).toBe('ISC');
  await sync(objects, '2041-01-01');
  expect(await licenseOf(objects)).toBe('MIT');
});

test('an import of advisories keeps the license data, and the manifest still names its shards', async () => {
  const objects = memoryObjects();
  await sync(objects);
  const before = (await readManifest(objects))?.licenses;
  await inDirectory(async (directory) => {
    await writeFile(join(directory, 'a.json'), JSON.stringify(osvRecord({ id: 'A-2' })));
    await importAdvisories(directory, { objects, now: earlier });
  });
  expect((await readManifest(objects))?.licenses).toEqual(before);
});

test.each([
  ['without a day', { 'licenses.json': {}, 'npm.json': {} }],
  ['without tables', { 'licenses.json': { day: '2026-01-01' } }],
  ['with a damaged table', { 'licenses.json': { day: '2026-01-01' }, 'npm.json': ['MIT'] }],
])('an import of license data %s changes nothing', async (_, files) => {
  const objects = memoryObjects();
  expect(await importTables(objects, files)).toMatchObject({ switched: false });
  expect(await readManifest(objects)).toBeUndefined();
});

test('a damaged shard is an error, not an unknown license', async () => {
  const objects = memoryObjects();
  await sync(objects);
  const key = (await readManifest(objects))?.licenses?.shards.npm?.key ?? '';
  objects.stored.set(key, Buffer.from('x'));
  await expect(licenseOf(objects)).rejects.toThrow('damaged');
  objects.stored.delete(key);
  await expect(licenseOf(objects)).rejects.toThrow('missing');
});
