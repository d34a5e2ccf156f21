import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { inventoryLines, type InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { filesOf } from './inventory-fixtures.ts';

/** Tests that each case finds its expected components and leaves no file unread. */
export const expectCases = (cases: readonly InventoryCase[]): void => {
  describe('what is found', () => {
    test.each(cases.map((each) => [each.name, each] as const))('%s', (_, { files, unitType, expected }) => {
      const inventory = readInventory(filesOf(files), unitType);
      expect(inventoryLines(inventory)).toEqual(expected);
      expect(inventory.unread).toEqual([]);
    });
  });
};
