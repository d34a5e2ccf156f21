import { describe, expect, test } from 'vitest';
import { childOf, childrenOf, childText, parseXml } from '@scangate/engines/inventory/parse/parse-xml';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { processorMs } from '#test/support/processor-time.ts';

test('elements, attributes, text, CDATA and references are read; names have no prefix', () => {
  const root = parseXml(
    '<?xml version="1.0"?><m:a xmlns:m="u" m:x="1 &amp; 2"><b> t&#33; </b><b><![CDATA[<c>]]></b></m:a>',
  );
  expect(root.name).toBe('a');
  expect(root.attributes['x']).toBe('1 & 2');
  expect(childrenOf(root, 'b').map(({ text }) => text)).toEqual(['t!', '<c>']);
  expect(childText(root, 'b')).toBe('t!');
  expect(childOf(root, 'c')).toBeUndefined();
});

test('names of built-in members are ordinary names', () => {
  const root = parseXml('<constructor __proto__="1"><toString>x</toString></constructor>');
  expect(root.attributes['__proto__']).toBe('1');
  expect(childText(root, 'toString')).toBe('x');
  expect(childOf(root, 'hasOwnProperty')).toBeUndefined();
});

describe('hostile documents are rejected with a reason', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY l0 "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "&l${n};&l${n};">`).join('')}]><a>&l20;</a>`;

  test.each([
    ['exponential entities', laughs, 'it declares XML entities, which are not expanded'],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'it declares XML entities',
    ],
    ['a truncated one', '<project>\n<dependencies>', 'it is not a valid XML file (line 2)'],
    ['an empty one', '', 'it is not a valid XML file'],
    ['two roots', '<a/><b/>', 'it is not a valid XML file'],
    ['JSON', '{"a": 1}', 'it is not a valid XML file'],
    ['one that is nested too deeply', '<a>'.repeat(1_000_000), 'it is nested deeper than 256 levels'],
    ['one with too many elements', `<a>${'<b/>'.repeat(600_000)}</a>`, 'it has more than 500000 elements'],
  ])('%s', (_, text, reason) => {
    const start = processorMs();
    expect(() => parseXml(text)).toThrow(
      expect.objectContaining({
        constructor: UnreadableFile,
        message: expect.stringContaining(reason) as string,
      }),
    );
    expect(processorMs() - start).toBeLessThan(5000);
  });
});

test('an undeclared entity stays as written', () => {
  expect(parseXml('<a>J&oslash;rgen</a>').text).toBe('J&oslash;rgen');
});

test('a document type without entities is ignored', () => {
  expect(parseXml('<!DOCTYPE project><project/>').name).toBe('project');
});

test('a text above the limit is empty', () => {
  expect(parseXml(`<a>${'x'.repeat(5_000_000)}</a>`).text).toBe('');
});

test('an attribute with a prefix does not take the place of one without', () => {
  const { attributes } = parseXml('<a xmlns:x="y" x:b="1" b="2" x:c="3"/>');
  expect(attributes).toMatchObject({ b: '2', c: '3' });
  expect(parseXml('<a xmlns:x="y" b="2" x:b="1"/>').attributes['b']).toBe('2');
});
