import { expect, test } from 'vitest';
import { entriesOf, textOf, textsBelow, valueAt } from '@scangate/engines/sast/configuration/config-node';
import { readYaml } from '@scangate/engines/sast/configuration/readers/read-yaml';
import { UnreadableConfiguration } from '@scangate/engines/sast/configuration/readers/unreadable-configuration';

const root = (text: string) => readYaml(text).documents[0];

test('scalars keep their text, whatever type YAML gives them', () => {
  const texts = textsBelow(root('on: [yes, 012, ~, 1.10]\nnull: !Ref A\n'));
  expect(texts.map(({ value, isLiteral }) => [value, isLiteral])).toEqual([
    ['yes', true],
    ['012', true],
    ['~', true],
    ['1.10', true],
    ['A', false],
  ]);
});

test('an alias has the value that it names, and merge keys add what a mapping does not state itself', () => {
  const node = root('a: &a {x: 1, y: 2}\nb: *a\nc:\n  <<: *a\n  x: 3\nd:\n  <<: [*a, {z: 4}]\n');
  expect(textOf(valueAt(node, 'b', 'y'))).toBe('2');
  expect(['x', 'y'].map((key) => textOf(valueAt(node, 'c', key)))).toEqual(['3', '2']);
  expect(textOf(valueAt(node, 'd', 'z'))).toBe('4');
});

test('entries that are merged are listed once, in place of the merge key', () => {
  const entries = entriesOf(root('<<: {a: 1, b: 2}\nb: 3\n'));
  expect(entries.map(({ key, value }) => [key, textOf(value)])).toEqual([
    ['b', '3'],
    ['a', '1'],
  ]);
});

test('an alias inside of its own anchor ends there', () => {
  const node = root('a: &a\n  b: *a\n  c: 1\n');
  expect(textOf(valueAt(node, 'a', 'b'))).toBe('');
  expect(textOf(valueAt(node, 'a', 'c'))).toBe('1');
});

test('aliases of aliases are visited once each', () => {
  const lines = Array.from(
    { length: 60 },
    (_, index) => `b${index + 1}: &b${index + 1} [*b${index}, *b${index}]`,
  );
  expect(textsBelow(root(`b0: &b0 [x]\n${lines.join('\n')}\n`))).toHaveLength(1);
});

test('merge keys that add too much are refused', () => {
  const many = Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(', ');
  const merged = Array.from({ length: 100 }, (_, index) => `m${index}: {<<: *a}`).join('\n');
  expect(() => readYaml(`a: &a {${many}}\n${merged}\n`)).toThrow(UnreadableConfiguration);
});

test('a duplicate key is reported, and the last one counts', () => {
  const { documents, hasDuplicates } = readYaml('a: 1\na: 2\n');
  expect([textOf(valueAt(documents[0], 'a')), hasDuplicates]).toEqual(['2', true]);
  expect(readYaml('a: {b: 1}\nc: {b: 2}\n').hasDuplicates).toBe(false);
});

test('JSON and streams of documents are read, with places of their text', () => {
  const text = '{"a": {"b": "c"}}';
  const node = valueAt(root(text), 'a', 'b')!;
  expect(text.slice(node.start, node.end)).toBe('"c"');
  expect(readYaml('---\na: 1\n---\n---\nb: 2\n').documents).toHaveLength(3);
});

test.each([
  'a: b: c',
  'a: "open',
  '\tb: c',
  '{'.repeat(3000),
  `${'['.repeat(1000)}${']'.repeat(1000)}`,
  `${'- '.repeat(2000)}a`,
  Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
])('invalid YAML, or one that is too deep, is refused: %#', (text) => {
  expect(() => readYaml(text)).toThrow(UnreadableConfiguration);
});
