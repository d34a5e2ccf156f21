import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCondition, type Condition } from '@scangate/engines/sast/configuration/readers/read-condition';
import { processorMs } from '#test/support/processor-time.ts';

/** Writes a condition with a parenthesis around each part. */
const written = (condition: Condition): string => {
  switch (condition.kind) {
    case 'text':
      return `'${condition.text}'`;
    case 'value':
      return condition.path.join('.');
    case 'call':
      return `${condition.name}(${condition.given.map(written).join(', ')})`;
    case 'not':
      return `(not ${written(condition.part)})`;
    case 'comparison':
      return `(${condition.sides.map(written).join(` ${condition.operator} `)})`;
    case 'all':
    case 'any':
      return `(${condition.parts.map(written).join(condition.kind === 'all' ? ' and ' : ' or ')})`;
  }
};

test.each([
  ["GitHub['Actor'] == 'A[bot]'", "(github.actor == 'a[bot]')"],
  ['a || b && !c', '(a or (b and (not c)))'],
  ['!!a && (b || c).d', '(a and (b or c))'],
  ["contains(fromJSON('[1]'), a.b, )", "contains(fromjson('[1]'), a.b)"],
  ['a == b != 1', '((a == b) != 1)'],
  ['a &&', "(a and '')"],
  ['', "''"],
  ['f(a))', 'f(a)'],
])('%s', (content, expected) => {
  expect(written(readCondition(content))).toBe(expected);
});

test('any text is read', () => {
  const piece = fc.constantFrom('a', '.', '[', ']', '(', ')', "'", '&&', '||', '==', '!', ',', ' ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(written(readCondition(pieces.join('')))).toBeTypeOf('string');
    }),
  );
});

test.each(['(', 'a(', 'a[', '!', 'a==', 'a||', '(a||a)&&', 'a)'])('%s takes linear time', (piece) => {
  const started = processorMs();
  readCondition(piece.repeat(200_000));
  expect(processorMs() - started).toBeLessThan(5000);
});
