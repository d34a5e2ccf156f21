import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExpression } from '@scangate/engines/sast/configuration/readers/read-expression';
import { processorMs } from '#test/support/processor-time.ts';

const read = (content: string): string[] =>
  readExpression(content).map(({ path, isArgument }) => `${path.join('.')}${isArgument ? '()' : ''}`);

test.each([
  ['github.head_ref', ['github.head_ref']],
  ["GitHub [ 'Head_Ref' ] . x", ['github.head_ref.x']],
  ['a.b[0].c[d.e].*', ['a.b.*.c.*.*']],
  ["a == 'b' && c.d || e", ['c.d', 'e']],
  ['(a || b).c', ['a.c', 'b.c']],
  ['!a || b != c || d < e', []],
  ["contains(a, b) && 'c' || startsWith(d, 'e')", []],
  ["format('{0}}}', a.b, join(c.*.d))", ['a.b()', 'c.*.d()']],
  ['fromJSON(toJSON(a)).b', ['a.b()']],
  ["'it''s a.b' || c", ['c']],
  ['', []],
])('the values of %s', (content, values) => {
  expect(read(content)).toEqual(values);
});

test('what is no expression has the values in it', () => {
  expect(read('a) b.c, d ]')).toEqual(['a', 'b.c', 'd']);
});

test('any text is read', () => {
  const piece = fc.constantFrom('a', '.', '[', ']', '(', ')', "'", '&&', '||', '==', '!', '*', ',', ' ', '0');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { path } of readExpression(pieces.join(''))) expect(path.length).toBeLessThanOrEqual(20);
    }),
  );
});

test.each(['(', 'a(', 'a[', '!', 'a.', 'a||', 'a&&', "''", '(a||a).a', 'a)'])(
  '%s takes linear time',
  (piece) => {
    const started = processorMs();
    readExpression(piece.repeat(50_000));
    expect(processorMs() - started).toBeLessThan(10_000);
  },
);
