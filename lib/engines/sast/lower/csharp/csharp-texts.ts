import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, type LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, unescape, type Grammar } from '../lowering.ts';

const contents = new Set([
  'string_literal_content',
  'raw_string_content',
  'character_literal_content',
  'string_content',
]);

/** Joins the contents and decoded escapes of a literal. */
const literal: LowerExpression = (node) =>
  literalExpression(
    node.children
      .map((part) => {
        if (part.kind === 'escape_sequence') return unescape(part.text);
        return contents.has(part.kind) ? part.text : '';
      })
      .join(''),
    node,
  );

const verbatim: LowerExpression = (node) =>
  literalExpression(node.text.slice(2, -1).replaceAll('""', '"'), node);

const interpolated: LowerExpression = (node, lower) => {
  const parts = node.children.flatMap((part): Expression[] => {
    if (part.kind === 'string_content') return [literalExpression(part.text, part)];
    if (part.kind === 'escape_sequence') return [literalExpression(unescape(part.text), part)];
    if (part.kind !== 'interpolation') return [];
    const value = part.children.find(({ kind }) => !kind.startsWith('interpolation_'));
    return [lower.expression(value)];
  });
  return { kind: 'concat', parts: [literalExpression('', node), ...parts], at: node };
};

/** `nameof(order.Id)` is the string `Id`. */
export const nameOf = (node: Syntax | undefined, at: Syntax): Expression =>
  node ? literalExpression(node.text.slice(node.text.lastIndexOf('.') + 1), at) : emptyExpression(at);

export const csharpTexts: Grammar['expressions'] = {
  string_literal: literal,
  character_literal: literal,
  raw_string_literal: literal,
  verbatim_string_literal: verbatim,
  interpolated_string_expression: interpolated,
};
