import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConfigNode } from '@scangate/engines/sast/configuration/config-node';
import { readHcl } from '@scangate/engines/sast/configuration/readers/read-hcl';
import { UnreadableConfiguration } from '@scangate/engines/sast/configuration/readers/unreadable-configuration';

/**
 * Makes plain values of nodes; a value that is only known at run time becomes its source in angle brackets.
 */
const plain = (node: ConfigNode): unknown => {
  if (node.kind === 'text') return node.isLiteral ? node.value : `<${node.value}>`;
  if (node.kind === 'list') return node.items.map(plain);
  const entries = node.entries.map(({ key, value }): [string, unknown] => [key, plain(value)]);
  return node.labels ? { labels: node.labels, entries } : Object.fromEntries(entries);
};
const read = (text: string): unknown => plain(readHcl(text));

test('blocks keep their labels and their number, attributes their values', () => {
  expect(read('resource "a" b {\n  x = 1\n  rule {\n    y = true\n  }\n  rule {}\n}\n')).toEqual({
    resource: {
      labels: ['a', 'b'],
      entries: [
        ['x', '1'],
        ['rule', { labels: [], entries: [['y', 'true']] }],
        ['rule', { labels: [], entries: [] }],
      ],
    },
  });
});

test('values are strings, lists and objects; comments and line breaks are where HCL allows them', () => {
  expect(
    read(`a = "x" # one
b = [ // two
  "y", /* three */ "z",
]
c = { "d" : 1, e = null
  (var.f) = "g" }
h = <<-EOT
  {"i": 1}
  EOT
j = jsonencode({ Effect = "Allow" })
`),
  ).toEqual({
    a: 'x',
    b: ['y', 'z'],
    c: { d: '1', e: '', '': 'g' },
    h: '  {"i": 1}\n',
    j: { Effect: 'Allow' },
  });
});

test('a value that is only known at run time is one non-literal text', () => {
  const sources = [
    'var.a',
    '"${var.a["k"]}-b"',
    'var.a ? "b" : "c"',
    'merge(var.a, {\n  b = "}"\n})',
    '[for each in var.a : each if each != ""]',
    '{ for k, v in var.a : k => "${v}" }',
    '(\n  var.a # "\n  && var.b\n)',
    '!var.a',
  ];
  for (const source of sources) {
    const [value] = Object.values(read(`a = ${source}\nb = "c"\n`) as object) as string[];
    expect(value).toBe(`<${source.replace(/^"(.*)"$/s, '$1')}>`);
    expect(read(`a = ${source}\nb = "c"\n`)).toMatchObject({ b: 'c' });
  }
});

test('places are those of the text', () => {
  const text = 'resource "a" "b" {\n  c = "d"\n}\n';
  const block = readHcl(text).entries[0]!;
  const attribute = block.value.kind === 'map' ? block.value.entries[0]! : block;
  expect(text.slice(attribute.start, attribute.end)).toBe('c = "d"');
  expect(text.slice(block.start, block.end)).toBe(text.trim());
});

test.each([
  'a = "open',
  'a {',
  '}',
  'a = [1',
  'a = concat(]',
  'a = <<EOT\nb',
  'a = "${',
  '= 1',
  `a = ${'['.repeat(100_000)}`,
  'a {'.repeat(50_000),
  `a = ${'{ b = '.repeat(50_000)}`,
  `a = ${'jsonencode('.repeat(50_000)}`,
])('a text that is not HCL is refused: %#', (text) => {
  expect(() => readHcl(text)).toThrow(UnreadableConfiguration);
});

test('any text is read or refused, with a number of steps proportional to its length', () => {
  const piece = fc.constantFrom(
    '"',
    '${',
    '}',
    '{',
    '[',
    ']',
    '(',
    ')',
    '=',
    ',',
    '\n',
    ' ',
    'a',
    '<<E\n',
    'E',
    '#',
    '/*',
    '\\',
    'for ',
    '1',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      try {
        const { end } = readHcl(text);
        expect(end).toBeLessThanOrEqual(text.length);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableConfiguration);
      }
    }),
  );
});
