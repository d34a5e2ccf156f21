import type { Argument, Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import type { LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, unescape, type Lowering } from '../lowering.ts';
import { builtIn, joinedText, methodCall, percentFormat } from '../python-text.ts';

const isText = ({ kind }: Syntax): boolean =>
  kind === 'string_content' || kind === 'escape_sequence' || kind === 'nowdoc_string';

const contentOf = (node: Syntax): string =>
  node.kind === 'escape_sequence' ? unescape(node.text) : node.text;

/** Joins pieces of constant text and interpolated values. */
const interpolated = (pieces: readonly Syntax[], at: Syntax, lower: Lowering): Expression => {
  if (pieces.every(isText)) return literalExpression(pieces.map(contentOf).join(''), at);
  const parts = pieces.map((piece) =>
    isText(piece) ? literalExpression(contentOf(piece), piece) : lower.expression(piece),
  );
  return { kind: 'concat', parts: [literalExpression('', at), ...parts], at };
};

/** Lowers a string with or without interpolated values. */
export const phpText: LowerExpression = (node, lower) => interpolated(node.children, node, lower);

export const heredoc: LowerExpression = (node, lower) =>
  interpolated(node.field('value')?.children ?? [], node, lower);

/** Lowers `ls $x` between backticks: a shell runs it. */
export const shellCommand: LowerExpression = (node, lower) =>
  builtIn('shell_exec', [interpolated(node.children, node, lower)], node);

const textOf = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;

const formatted = (args: readonly Expression[], at: Syntax): Expression | undefined => {
  const format = textOf(args[0]);
  // Positional references (`%1$s`) are left to the model of the function.
  if (format === undefined || /%\d{1,3}\$/.test(format) || args.some(({ kind }) => kind === 'spread'))
    return undefined;
  return percentFormat(format, { kind: 'list', items: args.slice(1), at }, at);
};

/** The function that applies another one to each item of an array. */
const overItems: Readonly<Record<string, { method: string; items: number; by: number }>> = {
  array_map: { method: 'map', items: 1, by: 0 },
  array_filter: { method: 'filter', items: 0, by: 1 },
  array_walk: { method: 'each', items: 0, by: 1 },
};

/** A function given by its name: `array_map('intval', $ids)`. */
const namedFunction = (by: Expression): Expression => {
  const name = textOf(by);
  return name === undefined ? by : { kind: 'name', name: name.toLowerCase(), at: by.at };
};

/** Lowers calls of functions that only build a string from their arguments, or that map the items of an array. */
export const libraryCall = (name: string, args: readonly Argument[], at: Syntax): Expression | undefined => {
  const values = args.map(({ value }) => value);
  const [first, second] = values;
  if (name === 'sprintf') return formatted(values, at);
  if (name === 'printf') {
    const text = formatted(values, at);
    return text && builtIn('echo', [text], at);
  }
  if (name === 'strval' && first) return { kind: 'concat', parts: [literalExpression('', at), first], at };
  const separator = textOf(first);
  if ((name === 'implode' || name === 'join') && separator !== undefined && second?.kind === 'list')
    return joinedText(separator, second.items, at);
  const over = Object.hasOwn(overItems, name) ? overItems[name] : undefined;
  const [items, by] = over ? [values[over.items], values[over.by]] : [];
  if (!over || !items || !by || values.length > 2) return undefined;
  return methodCall(items, over.method, { args: [namedFunction(by)], at });
};
