import type { Argument, Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, type LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, type Lowering } from '../lowering.ts';
import { expressionOf, splitAt } from './rust-tokens.ts';

const formatting =
  /^(?:format|format_args|print|println|eprint|eprintln|panic|write|writeln|trace|debug|info|warn|error|log|bail|anyhow|ensure|todo|unimplemented|unreachable)$/;

/** A placeholder of a format: `{}`, `{0}`, `{name}`, `{name:?}`; doubled braces are literal. */
const hole = /\{\{|\}\}|\{(?<name>\w{0,60})(?::[^{}]{0,40})?\}/g;

interface Given {
  named: ReadonlyMap<string, Expression>;
  positional: readonly Expression[];
}

/** Joins the text of a format with the values of its placeholders. */
const formatted = (format: string, { named, positional }: Given, at: Syntax): Expression => {
  const parts: Expression[] = [literalExpression('', at)];
  let done = 0;
  let next = 0;
  for (const found of format.matchAll(hole)) {
    parts.push(literalExpression(format.slice(done, found.index), at));
    done = found.index + found[0].length;
    const name = found.groups?.['name'];
    if (name === undefined) parts.push(literalExpression(found[0].charAt(0), at));
    else if (name === '') parts.push(positional[next++] ?? emptyExpression(at));
    else if (/^\d/.test(name)) parts.push(positional[Number(name)] ?? emptyExpression(at));
    else parts.push(named.get(name) ?? nameExpression(name, at));
  }
  parts.push(literalExpression(format.slice(done), at));
  return { kind: 'concat', parts, at };
};

/** Lowers `name = value` to a named argument. */
const argumentOf = (tokens: readonly Syntax[], lower: Lowering): Argument => {
  const [name, sign] = tokens;
  if (name?.kind === 'identifier' && sign?.kind === '=')
    return { name: name.text, value: expressionOf(tokens.slice(2), name, lower) };
  return { value: expressionOf(tokens, tokens[0]!, lower) };
};

const isText = (
  expression: Expression | undefined,
): expression is Expression & { kind: 'literal'; value: string } =>
  expression?.kind === 'literal' && typeof expression.value === 'string';

/** Lowers the arguments of a formatting macro to those before the format, and the formatted text. */
const textOf = (
  args: readonly Argument[],
  at: Syntax,
): { before: readonly Argument[]; text: Expression | undefined } => {
  const index = args.findIndex(({ value }) => isText(value));
  const format = args[index]?.value;
  if (!isText(format)) return { before: args, text: undefined };
  const rest = args.slice(index + 1);
  const named = new Map(
    rest.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const])),
  );
  const positional = rest.filter(({ name }) => name === undefined).map(({ value }) => value);
  return { before: args.slice(0, index), text: formatted(format.value, { named, positional }, at) };
};

const withMark = (callee: Expression): Expression => {
  if (callee.kind === 'member') return { ...callee, name: `${callee.name}!` };
  return callee.kind === 'name' ? { ...callee, name: `${callee.name}!` } : callee;
};

/**
 * Lowers a macro call: formatting macros give a string, `vec!` gives a list, and others are calls of the name with
 * its `!`.
 */
export const macroOf = (
  callee: Expression,
  tree: Syntax | undefined,
  { at, lower }: { at: Syntax; lower: Lowering },
): Expression => {
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : '';
  const args = splitAt(tree, ',').map((tokens) => argumentOf(tokens, lower));
  if (name === 'vec' || name === 'smallvec')
    return { kind: 'list', items: args.map(({ value }) => value), at };
  const { before, text } = formatting.test(name) ? textOf(args, at) : { before: args, text: undefined };
  if (name === 'format' || name === 'format_args')
    return text ?? { kind: 'concat', parts: args.map(({ value }) => value), at };
  return {
    kind: 'call',
    callee: withMark(callee),
    args: text ? [...before, { value: text }] : [...before],
    created: false,
    at,
  };
};

export const macroInvocation: LowerExpression = (node, lower) =>
  macroOf(lower.expression(node.field('macro')), node.child('token_tree'), { at: node, lower });
