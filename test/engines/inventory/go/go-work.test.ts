import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const mod = 'module example.com/a\n\ngo 1.22.5\n\nrequire golang.org/x/text v0.3.8\n';
const work = (...lines: string[]): string => ['go 1.22.5', 'use .', ...lines, ''].join('\n');

test('what a workspace replaces counts in addition to the go.mod beside it', () => {
  const inventory = inventoryOf({
    'go.mod': mod,
    'go.work': work('replace golang.org/x/text => golang.org/x/text v0.3.0'),
  });
  expect(namesOf(inventory)).toEqual([
    'golang.org/x/text@v0.3.0',
    'golang.org/x/text@v0.3.8',
    'stdlib@1.22.5',
  ]);
  expect(inventory.read).toEqual(['go.mod', 'go.work']);
  expect(inventory.notes).toEqual([]);
});

test('a directory that replaces a module is noted, unless it is a module of the workspace', () => {
  const files = {
    'go.mod': mod,
    'go.work': work('use ./b/', 'replace golang.org/x/text => ./text', 'replace example.com/b => ./b'),
  };
  const inventory = inventoryOf(files);
  expect(namesOf(inventory)).toEqual(['golang.org/x/text', 'golang.org/x/text@v0.3.8', 'stdlib@1.22.5']);
  expect(reasonsOf(inventory.notes)).toEqual([
    'go.work: taken from a local path and not assessed (1): golang.org/x/text',
  ]);
  expect(inventoryOf({ ...files, 'text/go.mod': 'module golang.org/x/text\n\ngo 1.22.5\n' }).notes).toEqual(
    [],
  );
});

test('a workspace that replaces nothing adds nothing', () => {
  const inventory = inventoryOf({ 'go.mod': mod, 'go.work': work() });
  expect(inventory).toMatchObject({ read: ['go.mod'], unread: [], notes: [] });
});
