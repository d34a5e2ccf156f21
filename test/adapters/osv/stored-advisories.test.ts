import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importAdvisories } from '#adapters/osv/import-advisories.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import { osvRecord } from '#test/engines/sca/advisory-fixtures.ts';
import { earlier, inDirectory, later, manifestKey, testBlobs, type TestBlobs } from './blobs-fixture.ts';

const importId = (blobs: TestBlobs, id: string, now = earlier) =>
  inDirectory(async (directory) => {
    const file = join(directory, 'records.json');
    await writeFile(file, JSON.stringify([osvRecord({ id }), osvRecord({ id, ecosystem: 'Go' })]));
    return importAdvisories(file, blobs, now);
  });

test('before any import the index is named none and has no ecosystem', async () => {
  const index = await storedAdvisories(testBlobs()).load(['npm']);
  expect(index).toMatchObject({ snapshotId: 'none', ecosystems: [] });
  expect(index.lookup('npm', 'left')).toEqual([]);
});

test('an index names its snapshot and has the requested ecosystems that exist', async () => {
  const blobs = testBlobs();
  const { snapshotId } = await importId(blobs, 'A-1');
  const advisories = storedAdvisories(blobs);
  const index = await advisories.load(['npm', 'Maven', 'npm']);
  expect(index).toMatchObject({ snapshotId, builtAt: earlier, ecosystems: ['npm'] });
  expect(index.lookup('Go', 'left')).toEqual([]);
  expect((await advisories.load(['Go', 'npm'])).ecosystems).toEqual(['Go', 'npm']);
});

test('a warm function reads only the manifest until a shard changes', async () => {
  const blobs = testBlobs();
  await importId(blobs, 'A-1');
  const advisories = storedAdvisories(blobs);
  await advisories.load(['npm']);
  blobs.calls = [];
  await advisories.load(['npm']);
  expect(blobs.calls).toEqual([`get ${manifestKey}`]);
  await importId(blobs, 'A-2', later);
  blobs.calls = [];
  const index = await advisories.load(['npm']);
  expect(blobs.calls).toHaveLength(2);
  expect(index.lookup('npm', 'left').map(({ id }) => id)).toEqual(['A-2']);
});

test('a scan that started before a switch keeps its snapshot', async () => {
  const blobs = testBlobs();
  await importId(blobs, 'A-1');
  const advisories = storedAdvisories(blobs);
  const before = await advisories.load(['npm']);
  await importId(blobs, 'A-2', later);
  await advisories.load(['npm']);
  expect(before.lookup('npm', 'left').map(({ id }) => id)).toEqual(['A-1']);
});

test('a missing or damaged shard is an error, not an empty result, and is loaded again', async () => {
  const blobs = testBlobs();
  await importId(blobs, 'A-1');
  const advisories = storedAdvisories(blobs);
  const [key = ''] = [...blobs.objects.keys()].filter((each) => each.startsWith('advisories/npm/'));
  const bytes = blobs.objects.get(key) ?? new Uint8Array();
  blobs.objects.delete(key);
  await expect(advisories.load(['npm'])).rejects.toThrow(/missing/);
  blobs.objects.set(key, bytes.subarray(0, -1));
  await expect(advisories.load(['npm'])).rejects.toThrow(/damaged/);
  blobs.objects.set(key, bytes);
  expect((await advisories.load(['npm'])).lookup('npm', 'left')).toHaveLength(1);
});
