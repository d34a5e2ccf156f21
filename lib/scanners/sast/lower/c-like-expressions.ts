import type { Expression } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { literal, unescape, type Grammar } from './lowering.ts';

/** Expressions that Java and Go write alike. */

export type Lower = Grammar['expressions'][string];

export const first = (node: Syntax): Syntax | undefined => node.children[0];
export const nothing = (at: Syntax): Expression => ({ kind: 'other', what: 'nothing', parts: [], at });
/** A node that only encloses another. */
export const through: Lower = (node, lower) => lower.optional(first(node)) ?? nothing(node);

/** A quoted text, with what its escapes stand for. */
export const text: Lower = (node) =>
  literal(
    node.children.map((part) => (part.kind === 'escape_sequence' ? unescape(part.text) : part.text)).join(''),
    node,
  );

const isSum = (node: Syntax): boolean => node.kind === 'binary_expression' && node.operator === '+';

/** Sums and texts put together are one list, however deep the chain is nested; `||` is a choice. */
export const binary: Lower = (node, lower) => {
  const operator = node.operator;
  if (operator === '||')
    return {
      kind: 'choice',
      yes: lower.expression(first(node)),
      no: lower.expression(node.children[1]),
      at: node,
    };
  if (operator !== '+')
    return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
  const spine = lower.leftSpine(node, isSum, (inner) => first(inner));
  const parts = [first(spine.at(-1)!), ...spine.map((inner) => inner.children[1]).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};
