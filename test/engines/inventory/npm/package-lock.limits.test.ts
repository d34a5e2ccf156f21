import { expect, test } from 'vitest';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { componentOf, reasonsOf } from '../inventory-fixtures.ts';

const read = (document: object) =>
  readUploadedLockfile('package-lock.json', JSON.stringify({ lockfileVersion: 3, ...document }));

const long = (length: number): object[] => [{ type: 'MIT', text: 'a'.repeat(length) }];
const reason = 'entries with values that are too long to be read';

test.each<[where: string, document: object]>([
  ['node_modules/a', { packages: { 'node_modules/a': { version: '1.0.0', license: long(16_384) } } }],
  ['packages/a', { packages: { 'packages/a': { version: '1.0.0', licenses: long(16_384) } } }],
  ['the project itself', { packages: { '': { overrides: { a: long(1_048_576) } } } }],
  [
    'in the nested list of dependencies',
    { dependencies: { a: { version: '1.0.0', license: long(16_384) } } },
  ],
])('%s: a value that is too long to be read is reported', (where, document) => {
  expect(reasonsOf(read({ lockfileVersion: 1, ...document }).notes)).toContain(
    `package-lock.json: ${reason} (1): ${where}`,
  );
});

test('shorter ones are read, and nothing is reported', () => {
  const inventory = read({ packages: { 'node_modules/a': { version: '1.0.0', licenses: long(16_000) } } });
  expect(componentOf(inventory, 'a').license).toBe('MIT');
  expect(reasonsOf(inventory.notes).filter((each) => each.includes(reason))).toEqual([]);
});

test('a license behind many others is not hidden', () => {
  const licenses = [...Array.from({ length: 20 }, () => 'MIT'), 'AGPL-3.0-only'];
  const inventory = read({ packages: { 'node_modules/a': { version: '1.0.0', licenses } } });
  expect(componentOf(inventory, 'a').license).toBe('MIT / unreadable');
});
