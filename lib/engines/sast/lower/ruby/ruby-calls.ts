import type { Argument, Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, firstChild, type LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, type Lowering } from '../lowering.ts';
import { builtIn, joinedText, percentFormat } from '../python-text.ts';
import { blockOf, keyOf } from './ruby-functions.ts';
import { stateOf } from './ruby-state.ts';

const symbolName = (node: Syntax | undefined): string | undefined =>
  node?.kind === 'simple_symbol' ? node.text.slice(1) : undefined;

/** Lowers a function that is passed on: `&:to_i`, `&method(:clean)`, `&block`. */
const handedOn = (node: Syntax, lower: Lowering): Expression => {
  const [given] = node.children;
  const isMethod = given?.kind === 'call' && given.field('method')?.text === 'method';
  const name =
    symbolName(given) ?? (isMethod ? symbolName(given.field('arguments')?.children[0]) : undefined);
  return name === undefined ? lower.expression(given) : nameExpression(name, node);
};

const argument = (node: Syntax, lower: Lowering): Argument[] => {
  if (node.kind === 'pair') {
    const key = keyOf(node.field('key'), lower);
    const value = node.field('value');
    // A bare `name:` passes the variable of that name.
    const given = value ? lower.expression(value) : readName(node.field('key')?.text ?? '', node, lower);
    if (key.kind === 'literal') return [{ name: String(key.value), value: given }];
    return [{ value: { kind: 'record', entries: [{ key, value: given, at: node }], at: node } }];
  }
  if (node.kind === 'block_argument') return [{ value: handedOn(node, lower) }];
  if (node.kind === 'heredoc_body') return [];
  return [{ value: lower.expression(node) }];
};

export const argumentsOf = (list: Syntax | undefined, lower: Lowering): Argument[] =>
  (list?.children ?? []).flatMap((child) => argument(child, lower));

/** The values that a framework gives every action; a check of one of their items holds for that item. */
const given = new Set(['params', 'cookies', 'session']);

/** Reads a variable or an attribute of the class, or calls the method of that name. */
export const readName = (name: string, at: Syntax, lower: Lowering): Expression => {
  const state = stateOf(lower);
  if (state.isVariable(name)) return nameExpression(name, at);
  if (state.attributes.has(name)) return { kind: 'member', object: nameExpression('this', at), name, at };
  if (given.has(name)) return nameExpression(name, at);
  return { kind: 'call', callee: nameExpression(name, at), args: [], created: false, at };
};

const textOf = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;

const formats = new Set(['format', 'sprintf']);
const lambdas = new Set(['lambda', 'proc']);

/** Lowers `format('… %s', a)`; named references are left to the model of the function. */
const formatted = (args: readonly Argument[], at: Syntax): Expression | undefined => {
  const format = textOf(args[0]?.value);
  if (format === undefined || /%[<{]|%\d{1,3}\$/.test(format)) return undefined;
  return percentFormat(format, { kind: 'list', items: args.slice(1).map(({ value }) => value), at }, at);
};

/** Lowers a call without a receiver. */
const ownCall = (name: string, args: Argument[], node: Syntax): Expression => {
  const [first] = args;
  if (lambdas.has(name) && first?.value.kind === 'function') return first.value;
  const text = formats.has(name) ? formatted(args, node) : undefined;
  return text ?? { kind: 'call', callee: nameExpression(name, node), args, created: false, at: node };
};

/** Lowers calls of methods that only build a string from their receiver and arguments. */
const textCall = (
  object: Expression,
  name: string,
  { args, at }: { args: readonly Argument[]; at: Syntax },
) => {
  if (name === 'to_s' && args.length === 0)
    return { kind: 'concat' as const, parts: [literalExpression('', at), object], at };
  const separator = args.length === 0 ? '' : textOf(args[0]?.value);
  return name === 'join' && object.kind === 'list' && separator !== undefined
    ? joinedText(separator, object.items, at)
    : undefined;
};

/** The classes whose objects `new` creates, and methods that do the same. */
const creating = new Set(['new']);

const methodCall = (
  node: Syntax,
  { receiver, args }: { receiver: Syntax; args: Argument[] },
  lower: Lowering,
): Expression => {
  const object = lower.expression(receiver);
  const name = node.field('method')?.text ?? 'call';
  const isConstant = receiver.kind === 'constant' || receiver.kind === 'scope_resolution';
  if (creating.has(name) && isConstant) {
    const [block] = args;
    if (receiver.text === 'Proc' && block?.value.kind === 'function') return block.value;
    return { kind: 'call', callee: object, args, created: true, at: node };
  }
  // A lambda in a variable is called like a function.
  if (name === 'call' && receiver.kind === 'identifier' && object.kind === 'name')
    return { kind: 'call', callee: object, args, created: false, at: node };
  const text = textCall(object, name, { args, at: node });
  if (text) return text;
  const callee: Expression = { kind: 'member', object, name, at: node };
  return { kind: 'call', callee, args, created: false, at: node };
};

const routes = new Set(['get', 'post', 'put', 'patch', 'delete', 'options']);

/** Marks a block that answers a request with its result: `get '/' do … end`. */
export const routeMark = 'ruby.route';

export const call: LowerExpression = (node, lower) => {
  const receiver = node.field('receiver');
  const method = node.field('method');
  const block = node.field('block');
  const args = argumentsOf(node.field('arguments'), lower);
  if (block) {
    const unit = blockOf(block, lower);
    const isRoute = !receiver && routes.has(method?.text ?? '') && args.length > 0;
    const annotations = isRoute ? [{ name: routeMark, args: [] }] : [];
    args.push({ value: { kind: 'function', unit: { ...unit, annotations }, at: block } });
  }
  if (receiver) return methodCall(node, { receiver, args }, lower);
  if (args.length === 0 && method?.kind === 'identifier' && !node.field('arguments'))
    return readName(method.text, node, lower);
  return ownCall(method?.text ?? '', args, node);
};

export const yieldCall: LowerExpression = (node, lower) => ({
  kind: 'call',
  callee: nameExpression(stateOf(lower).yielded(), node),
  args: argumentsOf(firstChild(node), lower),
  created: false,
  at: node,
});

export const lambda: LowerExpression = (node, lower) => {
  const body = node.field('body');
  if (body === undefined) return emptyExpression(node);
  return { kind: 'function', unit: blockOf(body, lower, node.field('parameters')), at: node };
};

/** Lowers `"… %s" % value`. */
export const percent = (left: Expression, right: Expression, at: Syntax): Expression => {
  const template = textOf(left);
  if (template === undefined || /%[<{]/.test(template)) {
    const isNumber = left.kind === 'literal' && typeof left.value === 'number';
    return isNumber
      ? { kind: 'operation', operator: '%', operands: [left, right], at }
      : builtIn('%', [left, right], at);
  }
  return percentFormat(template, right, at);
};

export const superCall: LowerExpression = (node) => builtIn('super', [], node);
