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
