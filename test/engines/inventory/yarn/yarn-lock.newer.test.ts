import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const lock = (metadata: string): string => `${metadata}
  version: 8

"a@npm:^1.0.0":
  version: 1.0.0
  resolution: "a@npm:1.0.0"
  languageName: node
  linkType: hard

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    a: "npm:^1.0.0"
  languageName: unknown
  linkType: soft
`;

const manifest = { 'package.json': '{"name": "app", "dependencies": {"a": "^1.0.0"}}' };

test.each(['"__metadata":', '__metadata :', ' # x\n__metadata :'])(
  'a file of Yarn 2 or later is not read as one of Yarn 1 where it begins with %j',
  (metadata) => {
    const { components, unread } = inventoryOf({ ...manifest, 'yarn.lock': lock(metadata) });
    expect(components).toEqual([]);
    expect(reasonsOf(unread)).toEqual([
      'yarn.lock: it is of Yarn 2 or later, and not written as Yarn writes it',
    ]);
  },
);

test('settings by which Yarn reads another lockfile are told', () => {
  const usual = { ...manifest, 'yarn.lock': lock('__metadata:') };
  expect(inventoryOf(usual).notes).toEqual([]);
  const inventory = inventoryOf({ ...usual, '.yarnrc.yml': 'lockfileFilename: other.txt\n' });
  expect(namesOf(inventory)).toEqual(['a@1.0.0']);
  expect(reasonsOf(inventory.notes)).toEqual(['.yarnrc.yml: settings that may name another lockfile']);
  for (const settings of ['"lockfile\\x46ilename": other.txt\n', '"lockfile\\x46ilename": [\n'])
    expect(reasonsOf(inventoryOf({ ...usual, '.yarnrc.yml': settings }).notes)).toEqual([
      '.yarnrc.yml: settings that may name another lockfile',
    ]);
  expect(inventoryOf({ ...usual, '.yarnrc.yml': 'a: "\\x46"\n' }).notes).toEqual([]);
  // Yarn also takes those of the folders above, which may be of another unit.
  const above = inventoryOf({ 'services/.yarnrc.yml': 'lockfileFilename: other.txt\n' });
  expect(reasonsOf(above.notes)).toEqual(['services/.yarnrc.yml: settings that may name another lockfile']);
});
