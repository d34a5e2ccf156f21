import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const lock = JSON.stringify({
  version: '5',
  workspace: { members: { 'packages/core': { dependencies: ['jsr:@own/build@1', 'jsr:@other/x@1'] } } },
});

test('dependencies between workspace packages are in no registry; any other one is missing', () => {
  const missing = 'dependencies that the project asks for and the lockfile does not have';
  const own = { 'packages/core/deno.json': '{ "name": "@own/build" } // own' };
  expect(reasonsOf(inventoryOf({ 'deno.lock': lock, ...own }).notes)).toEqual([
    `deno.lock: ${missing} (1): jsr:@other/x@1`,
  ]);
});

test.each([
  ['the version is stated last', { npm: undefined, version: '5' }],
  ['a member is there that only old versions have', { packages: {} }],
])('packages and edges are the same where %s', (_, more) => {
  const npm = {
    'a@1.0.0': { integrity: 'sha512-x', dependencies: ['b'], optionalDependencies: ['c@2.0.0'] },
    'b@1.0.0': { dependencies: ['c@1.0.0'] },
    'c@1.0.0': {},
    'c@2.0.0': { deprecated: 'use d' },
  };
  const usual = { version: '5', specifiers: { 'npm:a@^1': '1.0.0' }, npm };
  const { version, ...rest } = usual;
  const other = 'version' in more ? { ...rest, version } : { ...usual, ...more };
  const read = (document: object) => inventoryOf({ 'deno.lock': JSON.stringify(document) });
  expect(read(other)).toEqual(read(usual));
  expect(read(usual).components).toHaveLength(4);
});
