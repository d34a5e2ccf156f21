import type { Expression } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { literalExpression, unescape, type Grammar } from './lowering.ts';

/** Expressions that several languages share. */

export type LowerExpression = Grammar['expressions'][string];

export const firstChild = (node: Syntax): Syntax | undefined => node.children[0];
export const emptyExpression = (at: Syntax): Expression => ({
  kind: 'other',
  what: 'nothing',
  parts: [],
  at,
});
/** Lowers a node that only wraps another one. */
export const lowerFirstChild: LowerExpression = (node, lower) =>
  lower.optional(firstChild(node)) ?? emptyExpression(node);

/** Lowers a string literal and decodes its escapes. */
export const lowerStringLiteral: LowerExpression = (node) =>
  literalExpression(
    node.children.map((part) => (part.kind === 'escape_sequence' ? unescape(part.text) : part.text)).join(''),
    node,
  );

const isSum = (node: Syntax): boolean => node.kind === 'binary_expression' && node.operator === '+';

/** Flattens a chain of sums or concatenations into one list, however deep it is nested; `||` is a choice. */
export const lowerBinaryExpression: LowerExpression = (node, lower) => {
  const operator = node.operator;
  if (operator === '||')
    return {
      kind: 'choice',
      yes: lower.expression(firstChild(node)),
      no: lower.expression(node.children[1]),
      at: node,
    };
  if (operator !== '+')
    return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
  const spine = lower.leftSpine(node, isSum, (inner) => firstChild(inner));
  const parts = [firstChild(spine.at(-1)!), ...spine.map((inner) => inner.children[1]).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};
