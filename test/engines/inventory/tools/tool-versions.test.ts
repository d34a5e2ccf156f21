import { expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { inventoryLines } from '#test/corpora/inventory/inventory-case.ts';
import { filesOf, reasonsOf } from '../inventory-fixtures.ts';

test.each([
  ['an item of a list', 'node = ["22.1.0", { path = "./own" }]', ['pkg:generic/node@22.1.0 required direct']],
  ['an empty list', 'node = []', []],
  ['a table', 'node = { path = "./own" }', []],
])('%s of mise that states no version is noted', (_, line, expected) => {
  const inventory = readInventory(filesOf({ 'mise.toml': `[tools]\n${line}\n` }), 'source');
  expect(inventoryLines(inventory)).toEqual(expected);
  expect(reasonsOf(inventory.notes)).toEqual(['mise.toml: entries that could not be understood (1): node']);
});
