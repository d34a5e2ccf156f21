import { expect, test } from 'vitest';
import { parseProperties } from '@scangate/cli/ci/properties';
import { processorMs } from '#test/support/processor-time.ts';

test.each([
  ['a=b', { a: 'b' }],
  ['a = b', { a: 'b' }],
  ['a:b', { a: 'b' }],
  ['a b=c', { a: 'b=c' }],
  ['a', { a: '' }],
  ['#a=b\n!c=d\n\n  e=f', { e: 'f' }],
  ['a\\=b=c\\:d', { 'a=b': 'c:d' }],
  ['a=C\\:\\\\work', { a: 'C:\\work' }],
  ['a=\\u00e9\\t\\q', { a: 'é\tq' }],
  ['a=b\\\n   c\\\r\n\td', { a: 'bcd' }],
  ['a=b\\\\\nc=d', { a: 'b\\', c: 'd' }],
  ['a=1\na=2', { a: '2' }],
  ['a=b\\', { a: 'b' }],
  ['', {}],
])('%j', (text, expected) => {
  expect(Object.fromEntries(parseProperties(text))).toEqual(expected);
});

test('a long line takes linear time', () => {
  const started = processorMs();
  parseProperties(`${'\\a '.repeat(300_000)}\n${' '.repeat(300_000)}\n${'='.repeat(300_000)}`);
  expect(processorMs() - started).toBeLessThan(2000);
});
