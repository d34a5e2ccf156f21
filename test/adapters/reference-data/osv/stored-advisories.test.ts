import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import {
  earlier,
  inDirectory,
  later,
  manifestKey,
  memoryObjects,
  type MemoryObjects,
} from './object-store-fixture.ts';

const importId = (objects: MemoryObjects, id: string, now = earlier) =>
  inDirectory(async (directory) => {
    const file = join(directory, 'records.json');
    await writeFile(file, JSON.stringify([osvRecord({ id }), osvRecord({ id, ecosystem: 'Go' })]));
    return importAdvisories(file, { objects, now });
  });

test('before any import the index is named none and has no ecosystem', async () => {
  const index = await storedAdvisories(memoryObjects()).load(['npm']);
  expect(index).toMatchObject({ snapshotId: 'none', ecosystems: [] });
  expect(index.lookup('npm', 'left')).toEqual([]);
});

test('an index names its snapshot and has the requested ecosystems that exist', async () => {
  const objects = memoryObjects();
  const { snapshotId } = await importId(objects, 'A-1');
  const advisories = storedAdvisories(objects);
  const index = await advisories.load(['npm', 'Maven', 'npm']);
  expect(index).toMatchObject({ snapshotId, builtAt: earlier, ecosystems: ['npm'] });
  expect(index.lookup('Go', 'left')).toEqual([]);
  expect((await advisories.load(['Go', 'npm'])).ecosystems).toEqual(['Go', 'npm']);
});

test('a warm function reads only the manifest until a shard changes', async () => {
  const objects = memoryObjects();
  await importId(objects, 'A-1');
  const advisories = storedAdvisories(objects);
  await advisories.load(['npm']);
  objects.calls = [];
  await advisories.load(['npm']);
  expect(objects.calls).toEqual([`get ${manifestKey}`]);
  await importId(objects, 'A-2', later);
  objects.calls = [];
  const index = await advisories.load(['npm']);
  expect(objects.calls).toHaveLength(2);
  expect(index.lookup('npm', 'left').map(({ id }) => id)).toEqual(['A-2']);
});

test('a scan that started before a switch keeps its snapshot', async () => {
  const objects = memoryObjects();
  await importId(objects, 'A-1');
  const advisories = storedAdvisories(objects);
  const before = await advisories.load(['npm']);
  await importId(objects, 'A-2', later);
  await advisories.load(['npm']);
  expect(before.lookup('npm', 'left').map(({ id }) => id)).toEqual(['A-1']);
});

test('a missing or damaged shard is an error, not an empty result, and is loaded again', async () => {
  const objects = memoryObjects();
  await importId(objects, 'A-1');
  const advisories = storedAdvisories(objects);
  const [key = ''] = [...objects.stored.keys()].filter((each) => each.startsWith('advisories/npm/'));
  const bytes = objects.stored.get(key) ?? new Uint8Array();
  objects.stored.delete(key);
  await expect(advisories.load(['npm'])).rejects.toThrow(/missing/);
  objects.stored.set(key, bytes.subarray(0, -1));
  await expect(advisories.load(['npm'])).rejects.toThrow(/damaged/);
  objects.stored.set(key, bytes);
  expect((await advisories.load(['npm'])).lookup('npm', 'left')).toHaveLength(1);
});
