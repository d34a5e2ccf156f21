import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { swiftPackageName } from '@scangate/engines/inventory/swift/swift-name';
import { cases } from '#test/corpora/inventory/swift.ts';
import { expectCases } from '../expect-cases.ts';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

expectCases(cases);

test.each([
  ['https://github.com/Apple/Swift-NIO.git', 'github.com/Apple/Swift-NIO'],
  ['https://GitHub.com/a/b/', 'github.com/a/b'],
  ['git@github.com:a/b.git', 'github.com/a/b'],
  ['ssh://git@host.example:22/a/b', 'host.example/a/b'],
  ['https://user:token@host.example/a/b.git?x=1', 'host.example/a/b'],
  ['https://dev.azure.com/o/p/_git/r', 'dev.azure.com/o/p/_git/r'],
  ['../local', undefined],
  ['/Users/me/lib', undefined],
  ['mona.LinkedList', undefined],
  ['https://host.example', undefined],
  ['', undefined],
])('%s is read as %s', (address, name) => {
  expect(swiftPackageName(address)).toBe(name);
});

test('a branch pin has no version and is noted; a token in its URL is removed', () => {
  const location = 'https://user:secret-token@github.com/o/r.git';
  const pins = [
    { identity: 'r', kind: 'remoteSourceControl', location, state: { branch: 'main', revision: 'ab12' } },
  ];
  const inventory = readUploadedLockfile('Package.resolved', JSON.stringify({ version: 2, pins }));
  expect(reasonsOf(inventory.notes)).toEqual([
    'Package.resolved: taken from git without a version, so not assessed (1): github.com/o/r',
  ]);
  expect(JSON.stringify(inventory)).not.toContain('secret-token');
});

test('empty pins are noted, a file without pins is rejected', () => {
  const inventory = readUploadedLockfile(
    'Package.resolved',
    '{"version": 2, "pins": [null, {}, {"identity": "x"}]}',
  );
  expect(reasonsOf(inventory.notes)).toEqual([
    'Package.resolved: entries that could not be understood (3): a pin without address or version, x',
  ]);
  expect(() => readUploadedLockfile('Package.resolved', '{"version": 2}')).toThrow('it has no pins');
});

test('all files that Xcode writes for one directory are read', () => {
  const lock = (name: string): string =>
    JSON.stringify({
      version: 2,
      pins: [
        {
          identity: name,
          kind: 'remoteSourceControl',
          location: `https://h.example/o/${name}`,
          state: { version: '1.0.0' },
        },
      ],
    });
  const inventory = inventoryOf({
    'App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved': lock('a'),
    'App.xcworkspace/xcshareddata/swiftpm/Package.resolved': lock('b'),
  });
  expect(namesOf(inventory)).toEqual(['h.example/o/a@1.0.0', 'h.example/o/b@1.0.0']);
});
