import type { Statement } from '@scangate/engines/sast/ir';
import { emptyExpression } from '../c-like-expressions.ts';
import type { Grammar } from '../lowering.ts';
import { lowerBlock } from './rust-blocks.ts';
import { targetOf } from './rust-patterns.ts';
import { typeName } from './rust-types.ts';

type Lower = Grammar['statements'][string];

/** The block after `else` leaves the function when the pattern does not match. */
const declaration: Lower = (node, lower) => {
  const pattern = node.field('pattern');
  const type = node.field('type');
  const value = lower.optional(node.field('value'));
  const alternative = node.field('alternative');
  if (!pattern) return [];
  const declared = type && typeName(type);
  const otherwise: Statement[] = alternative
    ? [
        {
          kind: 'if',
          test: emptyExpression(node),
          yes: lowerBlock(alternative, lower),
          no: [],
          at: alternative,
        },
      ]
    : [];
  return [
    {
      kind: 'declare',
      target: targetOf(pattern),
      ...(declared && declared !== '_' && { type: declared }),
      ...(value && { value }),
      at: node,
    },
    ...otherwise,
  ];
};

export const rustStatements: Grammar['statements'] = {
  let_declaration: declaration,
  expression_statement: (node, lower) => lower.statements(node.children),
  empty_statement: () => [],
  label: () => [],
};
