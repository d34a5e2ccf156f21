import { expect, test } from 'vitest';
import { resultObjectName } from '@scangate/engines/model/results';
import { indexWorld } from '#test/support/advisory-watch/index-world.ts';

const both = { root: { a: { version: '1.0.0' }, b: { version: '1.0.0' } } };
const onlyB = { root: { b: { version: '1.0.0' } } };

test('a unit keeps naming a list that is lost, so that an erasure looks for all of its entries', async () => {
  const { scanOf, index, content, store, blobs, lists } = indexWorld();
  await index(await scanOf(1, both), 1);
  const [damaged = ''] = store.all('indexedUnit').flatMap((unit) => unit.lists);
  await blobs.put({ area: 'index', organizationId: 'o-1', name: damaged }, '{"pkg:npm/a": ');
  await blobs.remove({
    area: 'results',
    organizationId: 'o-1',
    name: resultObjectName('s-1', 'root', 'assessment'),
  });

  for (const number of [2, 3]) {
    await index(await scanOf(number, onlyB), number);
    const [unit] = store.all('indexedUnit');
    expect(unit?.lists).toEqual([expect.not.stringContaining(damaged), damaged]);
    expect(unit?.complete).toBe(true);
    expect(lists()).toHaveLength(2);
  }
  // Nothing says any more that the unit had it, so it stays until it is seen again.
  expect(content().map(({ package: name }) => name)).toEqual(['pkg:npm/a', 'pkg:npm/b']);
});
