import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, type LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, unescape, type Lowering } from '../lowering.ts';
import { builtIn } from '../python-text.ts';
import { stateOf } from './ruby-state.ts';

const constantKinds = new Set(['string_content', 'heredoc_content', 'escape_sequence']);

const isText = ({ kind }: Syntax): boolean => constantKinds.has(kind);
const contentOf = (node: Syntax): string =>
  node.kind === 'escape_sequence' ? unescape(node.text) : node.text;

/** Lowers the code between `#{` and `}` to its last value. */
const inserted = (node: Syntax, lower: Lowering): Expression => {
  const parts = lower.expressions(node.children);
  const [only] = parts;
  if (only === undefined) return literalExpression('', node);
  return parts.length === 1 ? only : { kind: 'other', what: 'interpolation', parts, last: true, at: node };
};

const textOf = (pieces: readonly Syntax[], at: Syntax, lower: Lowering): Expression => {
  if (pieces.every(isText)) return literalExpression(pieces.map(contentOf).join(''), at);
  const parts = pieces.map((piece) =>
    isText(piece) ? literalExpression(contentOf(piece), piece) : inserted(piece, lower),
  );
  return { kind: 'concat', parts: [literalExpression('', at), ...parts], at };
};

const piecesOf = ({ children }: Syntax): Syntax[] =>
  children.filter((child) => isText(child) || child.kind === 'interpolation');

/** Lowers a string with or without interpolated values. */
export const rubyText: LowerExpression = (node, lower) => textOf(piecesOf(node), node, lower);

/** Lowers `<<~SQL` to its heredoc. */
export const heredoc: LowerExpression = (node, lower) => {
  const body = stateOf(lower).heredoc(node);
  return body ? textOf(piecesOf(body), node, lower) : emptyExpression(node);
};

export const adjacentTexts: LowerExpression = (node, lower) => ({
  kind: 'concat',
  parts: lower.expressions(node.children),
  at: node,
});

/** The name of the function that runs a backtick string in a shell. */
export const shellName = 'ruby.backtick';

export const subshell: LowerExpression = (node, lower) => builtIn(shellName, [rubyText(node, lower)], node);

/** A regular expression with interpolated values is built at run time. */
export const regex: LowerExpression = (node, lower) => {
  const pieces = piecesOf(node);
  if (!pieces.every(isText))
    return {
      kind: 'call',
      callee: nameExpression('Regexp', node),
      args: [{ value: textOf(pieces, node, lower) }],
      created: true,
      at: node,
    };
  const flags = /\/([a-z]{0,10})$/.exec(node.text.slice(-12))?.[1] ?? '';
  return { kind: 'regex', source: pieces.map(({ text }) => text).join(''), flags, at: node };
};
