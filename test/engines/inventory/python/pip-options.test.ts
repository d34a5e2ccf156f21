import { expect, test } from 'vitest';
import { pipOptions } from '@scangate/engines/inventory/python/pip-options';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

test.each([
  ['-r a.txt', ['requirement a.txt']],
  ['-ra.txt', ['requirement a.txt']],
  ['-r=a.txt', ['requirement =a.txt']],
  ['--requirement=a.txt', ['requirement a.txt']],
  ['--requirem a.txt', ['requirement a.txt']],
  ['-r "my files/a.txt"', ['requirement my files/a.txt']],
  [String.raw`-r my\ files/a.txt`, ['requirement my files/a.txt']],
  [String.raw`-r "a\b.txt"`, [String.raw`requirement a\b.txt`]],
  [String.raw`-r "a\"\\b.txt"`, [String.raw`requirement a"\b.txt`]],
  ['-r a\u00a0b.txt', ['requirement a\u00a0b.txt']],
  ["-c 'a'.txt", ['constraint a.txt']],
  ['--pre -r a.txt', ['pre ', 'requirement a.txt']],
  ['--no-binary :all: --con a.txt', ['no-binary :all:', 'constraint a.txt']],
  [
    '-ihttps://a.example -f\thttps://b.example',
    ['index-url https://a.example', 'find-links https://b.example'],
  ],
  ['--pypi-url https://a.example', ['index-url https://a.example']],
  ['--extra https://a.example', ['extra-index-url https://a.example']],
  ['--trusted-host a.example --unknown --pre', ['trusted-host a.example', 'pre ']],
  ['-r', ['requirement ']],
  ['-', []],
  ['--', []],
])('%s has the options that pip reads', (line, options) => {
  expect(pipOptions(line).map(({ name, value }) => `${name} ${value}`)).toEqual(options);
});

test.each([
  ['an option before it', '--pre -r more.in'],
  ['a name cut short', '--req more.in'],
  ['quotes', '-r "more.in"'],
  ['a file of constraints', '-c limits.in'],
])('what a requirements file includes with %s is read', (_, line) => {
  const inventory = inventoryOf({
    'requirements.txt': `a==1.0\n${line}\n`,
    'more.in': 'b==1.0\n',
    'limits.in': 'a==1.0\n-r more.in\n',
  });
  expect(namesOf(inventory)).toEqual(['a@1.0', 'b@1.0']);
  expect(reasonsOf(inventory.notes)).toEqual([]);
});

test('a package that is installed in place is read after another option', () => {
  const inventory = inventoryOf({
    'requirements.txt': '--pre -e git+https://github.com/o/p.git@v1#egg=p\n',
  });
  expect(namesOf(inventory)).toEqual(['p']);
});
