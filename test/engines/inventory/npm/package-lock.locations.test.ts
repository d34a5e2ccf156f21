import { expect, test } from 'vitest';
import { integrity, inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

test.each([
  'node_modules/a/.',
  'node_modules/./a',
  'node_modules/b/../a',
  'node_modules//a',
  'node_modules/a/',
  './node_modules/a',
  'node_modules\\a',
  'node_modules/b/c',
])('a package at %s is told: npm may find another folder there', (location) => {
  const lock = JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { a: '^1.0.0' } },
      'node_modules/a': {
        version: '1.2.0',
        resolved: 'https://registry.npmjs.org/a/-/a-1.2.0.tgz',
        integrity,
      },
      [location]: { version: '1.0.0', resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz', integrity },
    },
  });
  const inventory = inventoryOf({ 'package-lock.json': lock });
  expect(reasonsOf(inventory.notes)).toEqual([
    `package-lock.json: entries that could not be understood (1): ${location}`,
  ]);
  expect(namesOf(inventory)).toEqual(['a@1.2.0']);
});
