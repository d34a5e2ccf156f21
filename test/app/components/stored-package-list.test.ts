import { expect, test } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { packageListName, storedPackageList } from '#app/components/stored-package-list.ts';
import { indexWorld, type Commit } from '#test/support/advisory-watch/index-world.ts';

const before: Commit = { root: { a: { version: '1.0.0' }, b: { version: '1.0.0' } } };
const after: Commit = { root: { a: { version: '2.0.0' }, c: { version: '1.0.0' } } };

/** A store with the rows that another one has now. */
const copyOf = async (store: MemoryStore): Promise<MemoryStore> => {
  const copy = new MemoryStore();
  for (const record of ['indexedUnit', 'indexedComponent'] as const)
    for (const item of store.all(record))
      await copy.commit([{ change: 'insert', record, item: structuredClone(item) } as never]);
  return copy;
};

test('a package leaves the index after a restore to a list that was superseded since', async () => {
  const lost = indexWorld();
  await lost.index(await lost.scanOf(1, before), 1);
  const kept = await copyOf(lost.store);
  await lost.index(await lost.scanOf(2, after), 2);
  const restored = indexWorld(kept, lost.blobs);
  await restored.index(await restored.scanOf(3, after), 2);
  expect(restored.content()).toEqual(lost.content());
  expect(restored.content().map(({ package: name }) => name)).toEqual(['pkg:npm/a', 'pkg:npm/c']);
});

test('a list that is lost with its scan is not treated as an empty one', async () => {
  const name = packageListName('root', 's-1');
  expect(await storedPackageList('o-1', name, new MemoryBlobs())).toBeUndefined();
});
