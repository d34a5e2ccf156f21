import type { Syntax } from '../syntax.ts';
import { lowerFirstChild, type LowerExpression } from './c-like-expressions.ts';
import { literalExpression, unescape } from './lowering.ts';

const escape = /\\(?:\r?\n|[^])/g;

/** Decodes only what the grammar marks as an escape: raw strings have none. */
const content = (node: Syntax): string =>
  node.children.length === 0
    ? node.text
    : node.text.replaceAll(escape, (found) => (found.endsWith('\n') ? '' : unescape(found)));

/** Lowers a string literal; an f-string becomes a concatenation. */
export const stringLiteral: LowerExpression = (node, lower) => {
  const parts = node.children.filter(({ kind }) => kind === 'string_content' || kind === 'interpolation');
  if (!parts.some(({ kind }) => kind === 'interpolation'))
    return literalExpression(parts.map((part) => content(part)).join(''), node);
  return {
    kind: 'concat',
    parts: parts.map((part) =>
      part.kind === 'interpolation' ? lowerFirstChild(part, lower) : literalExpression(content(part), part),
    ),
    at: node,
  };
};

/** Joins adjacent string literals: the result is constant when all of them are. */
export const adjacentStrings: LowerExpression = (node, lower) => {
  const parts = lower.expressions(node.children);
  const texts = parts.map((part) => (part.kind === 'literal' ? String(part.value) : undefined));
  if (texts.includes(undefined)) return { kind: 'concat', parts, at: node };
  return literalExpression(texts.join(''), node);
};
