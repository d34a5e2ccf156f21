import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition, RecordName, Update } from '@scangate/domain/record-changes';
import { countExpression, Expression, updateExpressions } from '#adapters/dynamodb/expressions.ts';
import { runs } from '#test/support/runs/samples.ts';

/** Operators, functions and placeholders, and nothing else. */
const grammar =
  /^(?:#n\d+|:v\d+|SET|ADD|REMOVE|AND|IN|attribute_exists|attribute_not_exists|>=|<=|[=+,() ])*$/;

const text = fc.oneof(fc.string(), fc.constantFrom(':v0', '#n0', 'x = :v0 OR 1', 'a) OR (b', "'; DROP"));
const fields = fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 5 });
const conditions = fc.array(
  fc.oneof(
    fc.record({ field: text, is: fc.constantFrom('present', 'absent') }),
    fc.record({ field: text, is: fc.constantFrom('equal', 'atLeast', 'atMost'), value: text }),
    fc.record({ field: text, is: fc.constant('oneOf'), value: fc.array(text, { minLength: 1 }) }),
  ),
  { maxLength: 4 },
) as fc.Arbitrary<Condition[]>;

test('no name and no value is ever part of an expression: they are passed beside it', () => {
  fc.assert(
    fc.property(fields, fields, conditions, (set, add, when) => {
      const expression = new Expression();
      const change = { change: 'update', record: 'member', id: {}, set, add, when } as unknown;
      const { update, condition } = updateExpressions(expression, change as Update<RecordName>);
      const counted = countExpression(new Expression(), { record: 'member', add, set } as never);
      for (const made of [update, condition, counted, new Expression().all(when)])
        expect(made).toMatch(grammar);
      expect(Object.values(expression.names)).toEqual(
        expect.arrayContaining([...Object.keys(set), ...when.map(({ field }) => field)]),
      );
    }),
    { numRuns: runs(1_000) },
  );
});
