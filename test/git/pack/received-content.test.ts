import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FetchedPack } from '@scangate/git/pack/fetched-pack';
import { sha1 } from '@scangate/git/object-format';
import { PackFile } from '@scangate/git/pack/pack-file';
import { ReceivedContent } from '@scangate/git/pack/received-content';
import { WorkBudget } from '@scangate/git/pack/work-budget';
import { objectsOf, packOfObjects } from '#test/support/git/pack-answer.ts';
import {
  failureOf,
  incompressibleBytes,
  limits,
  makeDirectory,
  makeRepository,
} from '#test/support/git/test-repository.ts';

const { signal } = new AbortController();

/** A pack that arrives in parts. */
const arriving = (given: Partial<typeof limits> = {}) => {
  const file = openSync(join(makeDirectory(), 'pack'), 'wx+');
  const pack = new PackFile(file, sha1, new WorkBudget(1024 * 1024 * 1024));
  const content = new ReceivedContent({ ...limits, ...given });
  const bounds = { maxBytes: limits.fileBytes, maxObjects: 1000, content };
  return { store: new FetchedPack(pack, bounds), write: (bytes: Buffer) => writeSync(file, bytes), file };
};

const noise = incompressibleBytes(40 * 600);
const files = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `folder${index % 4}/${index}.txt`,
    noise.subarray(600 * index, 600 * (index + 1)),
  ]),
);

test('a pack that is indexed as it arrives has every object, and none before it is complete', async () => {
  const repository = makeRepository(files);
  const { structure, files: blobs } = objectsOf(repository);
  const ids = [...structure, ...blobs.values()];
  const bytes = packOfObjects(repository, ids);
  const { store, write } = arriving();
  const known: number[] = [];
  for (let at = 0; at < bytes.length; at += 3_000) {
    write(bytes.subarray(at, at + 3_000));
    await store.advance(signal, { isWhole: false });
    const found = ids.filter((id) => store.has(id));
    for (const id of found) expect(store.read(id, limits.fileBytes)).toHaveProperty('content');
    known.push(found.length);
  }
  await store.advance(signal, { isWhole: true });
  expect(ids.filter((id) => !store.has(id))).toEqual([]);
  expect(known.toSorted((a, b) => a - b)).toEqual(known);
  expect(known.filter((count) => count > 0 && count < ids.length).length).toBeGreaterThan(3);
  store.close();
});

test('a pack that ends early is damaged, however it is cut', async () => {
  const repository = makeRepository(files);
  const { structure, files: blobs } = objectsOf(repository);
  const bytes = packOfObjects(repository, [...structure, ...blobs.values()]);
  const { store, write } = arriving();
  write(bytes.subarray(0, bytes.length / 2));
  await store.advance(signal, { isWhole: false });
  expect(await failureOf(store.advance(signal, { isWhole: true }))).toMatchObject({
    reason: 'invalid_repository',
  });
  store.close();
});

test('a commit of too many files is refused before the rest of its pack is read', async () => {
  const repository = makeRepository(files);
  const { structure, files: blobs } = objectsOf(repository);
  const bytes = packOfObjects(repository, [...structure, ...blobs.values()]);
  const { store, write } = arriving({ files: 39 });
  write(bytes.subarray(0, bytes.length - 3_000));
  expect(await failureOf(store.advance(signal, { isWhole: false }))).toMatchObject({
    reason: 'too_large',
    message: 'The commit has more than 39 files.',
  });
  store.close();
});

test.each<[string, Record<string, string>]>([
  ['files that may not be wanted', { 'b.txt': 'b'.repeat(100) }],
  ['directories below an unsafe name', { 'b\\c/1.txt': '1', 'b\\c/2.txt': '2', 'b\\c/d/3.txt': '3' }],
])('%s count for nothing', async (_, more) => {
  const repository = makeRepository({ 'a.txt': 'a', ...more });
  const { structure, files: blobs } = objectsOf(repository);
  const ids = [...structure, ...blobs.values()].filter(Boolean);
  const { store, write, file } = arriving({ files: 2, totalBytes: 50 });
  write(packOfObjects(repository, ids));
  await store.advance(signal, { isWhole: true });
  expect(ids.filter((id) => !store.has(id))).toEqual([]);
  closeSync(file);
});
