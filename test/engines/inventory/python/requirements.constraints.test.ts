import { expect, test } from 'vitest';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const under = ' ; python_version < "3"';
const exported = ' ; python_version >= "3.9" and python_version < "4.0"';
const windows = ' ; sys_platform == "win32"';
const note = 'requirements.txt: versions that are only pinned under a condition (1): a';

test.each([
  ['the only one', 'a', 'a==1.0', ['a@1.0'], []],
  ['another one under a marker', 'a<2', `a==1.0\na==5.0${under}`, ['a@1.0'], []],
  ['several in the range', 'a', `a==1.0\na==5.0${under}`, ['a@1.0', 'a@5.0'], []],
  ['one outside of the range', 'a<2', 'a==5.0', ['a'], ['requirements.txt: no version is pinned (1): a']],
  ['only under markers', 'a', `a==1.0${under}\na==2.0${under}`, ['a@1.0', 'a@2.0'], [note]],
  ['for the versions of Python of all lines', 'a', `a==1.0${exported}\nb==1.0${exported}`, ['a@1.0'], []],
  ['for fewer of them', 'a', `a==1.0 ; python_version >= "3.13"\nb==1.0${exported}`, ['a@1.0'], [note]],
  [
    'for each version of Python',
    'a',
    "a==1.0 ; python_full_version < '3.11'\na==2.0 ; python_full_version >= '3.11'\nb==1.0",
    ['a@1.0', 'a@2.0'],
    [],
  ],
  ['for no Python that there is', 'a', 'a==1.0 ; python_version >= "3.99"', ['a@1.0'], [note]],
  ['under the same marker', "a ; sys_platform == 'win32'", `a==1.0${windows}\nb==1.0`, ['a@1.0'], []],
  [
    'under the same marker and an exported one',
    'a; sys_platform=="win32"',
    `a==1.0${exported} and sys_platform == "win32"\nb==1.0${exported}`,
    ['a@1.0'],
    [],
  ],
  ['under the marker of a system', 'a', `a==1.0${windows}\nb==1.0`, ['a@1.0'], [note]],
  ['of two lines', 'a<2\na>=2 ; python_version < "3"', 'a==1.0\na==2.0', ['a@1.0', 'a@2.0'], []],
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
