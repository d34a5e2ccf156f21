import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const under = ' ; python_version < "3"';
const note = 'requirements.txt: versions that are only pinned under a condition (1): a';

test.each([
  ['the only one', 'a', 'a==1.0', ['a@1.0'], []],
  ['another one under a marker', 'a<2', `a==1.0\na==5.0${under}`, ['a@1.0'], []],
  ['several in the range', 'a', `a==1.0\na==5.0${under}`, ['a@1.0', 'a@5.0'], []],
  ['one outside of the range', 'a<2', 'a==5.0', ['a'], ['requirements.txt: no version is pinned (1): a']],
  ['only under markers', 'a', `a==1.0${under}\na==2.0${under}`, ['a@1.0', 'a@2.0'], [note]],
])('constraints: %s', (_, requirement, constraints, names, notes) => {
  const inventory = inventoryOf({
    'requirements.txt': `-c constraints.txt\n${requirement}\n`,
    'constraints.txt': `${constraints}\n`,
  });
  expect(namesOf(inventory)).toEqual(names);
  expect(reasonsOf(inventory.notes)).toEqual(notes);
});

const script = (...lines: string[]): string => ['# /// script', ...lines, '# ///', 'print(1)', ''].join('\n');

test('the metadata of a script ends at the end of its comment', () => {
  const text = script('# note = """', '# ///', '# """', '#', '# dependencies = ["a==1.0"]');
  expect(namesOf(inventoryOf({ 'tool.py': text }))).toEqual(['a@1.0']);
  expect(namesOf(inventoryOf({ 'tool.py': `${script('# dependencies = ["a==1.0"]')}# ///\n` }))).toEqual([
    'a@1.0',
  ]);
});

test('metadata of a script that is not valid is a gap', () => {
  expect(reasonsOf(inventoryOf({ 'tool.py': script('# dependencies = ["a==1.0"') }).unread)).toEqual([
    'tool.py: its inline metadata is not valid TOML',
  ]);
});
