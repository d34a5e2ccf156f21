import type { Expression, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, firstChild } from '../c-like-expressions.ts';
import { nameExpression, type Grammar, type Lowering } from '../lowering.ts';
import { classOf, methodOf } from './ruby-functions.ts';
import { stateOf } from './ruby-state.ts';

type Lower = Grammar['statements'][string];

const clauses = new Set(['rescue', 'else', 'ensure']);

const handlerOf = (clause: Syntax, lower: Lowering, isResult: boolean) => {
  const variable = clause.field('variable')?.children[0];
  if (variable?.kind === 'identifier') stateOf(lower).declare(variable.text);
  const type = clause.field('exceptions')?.children[0]?.text.slice(0, 100);
  return {
    ...(variable && { name: variable.text }),
    ...(type && { type }),
    body: sequence(clause.field('body')?.children ?? [], lower, isResult),
  };
};

/** Lowers statements; the last one is the result when the value of the body is needed. */
const sequence = (nodes: readonly Syntax[], lower: Lowering, isResult: boolean): Statement[] => {
  const all = nodes.filter(({ kind }) => kind !== 'heredoc_body' && kind !== 'empty_statement');
  return all.flatMap((node, index) =>
    isResult && index === all.length - 1 ? result(node, lower) : lower.statement(node),
  );
};

const guarded = (children: readonly Syntax[], lower: Lowering, isResult: boolean): Statement[] => {
  if (!children.some(({ kind }) => kind === 'rescue' || kind === 'ensure'))
    return sequence(children, lower, isResult);
  const body = children.filter(({ kind }) => !clauses.has(kind));
  const after = children.find(({ kind }) => kind === 'else')?.children ?? [];
  const first = children[0];
  if (first === undefined) return [];
  return [
    {
      kind: 'try',
      body: sequence([...body, ...after], lower, isResult),
      handlers: children
        .filter(({ kind }) => kind === 'rescue')
        .map((clause) => handlerOf(clause, lower, isResult)),
      finally: lower.statements(children.find(({ kind }) => kind === 'ensure')?.children ?? []),
      at: first,
    },
  ];
};

const bodyKinds = new Set([
  'body_statement',
  'block_body',
  'then',
  'do',
  'else',
  'begin',
  'parenthesized_statements',
]);

/** Lowers the body of a method, block or branch. */
export const bodyOf = (node: Syntax | undefined, lower: Lowering, isResult = false): Statement[] => {
  if (node === undefined) return [];
  if (node.kind === 'elsif') return branch(node, lower, isResult);
  return bodyKinds.has(node.kind)
    ? guarded(node.children, lower, isResult)
    : sequence([node], lower, isResult);
};

const branch = (node: Syntax, lower: Lowering, isResult = false): Statement[] => {
  const isUnless = node.kind.startsWith('unless');
  const isModifier = node.kind.endsWith('_modifier');
  const test = lower.expression(node.field('condition'));
  const then = bodyOf(node.field(isModifier ? 'body' : 'consequence'), lower, isResult);
  const otherwise = isModifier ? [] : bodyOf(node.field('alternative'), lower, isResult);
  const [yes, no] = isUnless ? [otherwise, then] : [then, otherwise];
  return [{ kind: 'if', test, yes, no, at: node }];
};

const patternsOf = (clause: Syntax, lower: Lowering): Expression[] =>
  clause
    .fields('pattern')
    .map((pattern) => lower.expression(pattern.kind === 'pattern' ? firstChild(pattern) : pattern));

const choose = (node: Syntax, lower: Lowering, isResult = false): Statement[] => {
  const subject = node.field('value');
  const parts = node.children.filter(({ kind }) => ['when', 'in_clause', 'else'].includes(kind));
  return [
    {
      kind: 'switch',
      ...(subject && { subject: lower.expression(subject) }),
      cases: parts.map((part) => ({
        tests: part.kind === 'else' ? [] : patternsOf(part, lower),
        body: bodyOf(part.kind === 'else' ? part : part.field('body'), lower, isResult),
      })),
      fallsThrough: false,
      at: node,
    },
  ];
};

const branches: Readonly<Record<string, (node: Syntax, lower: Lowering, isResult?: boolean) => Statement[]>> =
  {
    if: branch,
    unless: branch,
    if_modifier: branch,
    unless_modifier: branch,
    case: choose,
    case_match: choose,
    begin: bodyOf,
    parenthesized_statements: bodyOf,
  };

/** Nodes without a value. */
const withoutResult = new Set([
  'return',
  'method',
  'singleton_method',
  'class',
  'module',
  'while',
  'until',
  'for',
  'while_modifier',
  'until_modifier',
  'break',
  'next',
]);

/** Lowers the last statement of a body, whose value is the result. */
const result = (node: Syntax, lower: Lowering): Statement[] => {
  const of = branches[node.kind];
  if (of) return of(node, lower, true);
  const leaves = node.kind === 'binary' && leavingRight(node);
  if (withoutResult.has(node.kind) || leaves || isRaise(node)) return lower.statement(node);
  return [{ kind: 'return', value: lower.expression(node), at: node }];
};

const loop: Lower = (node, lower) => {
  const test = node.kind.startsWith('while') ? lower.optional(node.field('condition')) : undefined;
  const tested = test ?? lower.expression(node.field('condition'));
  return [
    {
      kind: 'loop',
      init: [{ kind: 'evaluate', value: tested, at: node }],
      ...(test && { test }),
      update: [],
      body: bodyOf(node.field('body'), lower),
      at: node,
    },
  ];
};

const each: Lower = (node, lower) => {
  const pattern = node.field('pattern');
  const over = lower.expression(firstChild(node.field('value') ?? node));
  return [
    {
      kind: 'loop',
      each: { target: declareTarget(pattern, lower), over, keys: false },
      init: [],
      update: [],
      body: bodyOf(node.field('body'), lower),
      at: node,
    },
  ];
};

/** Lowers the target of an assignment, whose names are variables from here on. */
export const declareTarget = (node: Syntax | undefined, lower: Lowering): Expression => {
  if (node?.kind === 'identifier') {
    stateOf(lower).declare(node.text);
    return nameExpression(node.text, node);
  }
  if (node?.kind === 'left_assignment_list' || node?.kind === 'destructured_left_assignment')
    return { kind: 'list', items: node.children.map((child) => declareTarget(child, lower)), at: node };
  if (node?.kind === 'rest_assignment') {
    const [inner] = node.children;
    return inner ? { kind: 'spread', value: declareTarget(inner, lower), at: node } : emptyExpression(node);
  }
  const receiver = node?.kind === 'call' ? node.field('receiver') : undefined;
  if (node && receiver)
    return {
      kind: 'member',
      object: lower.expression(receiver),
      name: node.field('method')?.text ?? '',
      at: node,
    };
  return lower.expression(node);
};

const leaving = new Set(['return', 'break', 'next', 'redo', 'retry']);
const raising = new Set(['raise', 'fail', 'abort', 'exit', 'halt', 'throw']);

const isRaise = (node: Syntax): boolean =>
  node.kind === 'call' && !node.field('receiver') && raising.has(node.field('method')?.text ?? '');

const leavingRight = (node: Syntax): boolean => {
  const right = node.field('right');
  return right !== undefined && (leaving.has(right.kind) || isRaise(right));
};

const logical = new Set(['and', '&&', 'or', '||']);

/** Lowers `a and return` and `a or raise B` to branches. */
const binary: Lower = (node, lower) => {
  const { operator } = node;
  if (!logical.has(operator) || !leavingRight(node))
    return [{ kind: 'evaluate', value: lower.expression(node), at: node }];
  const test = lower.expression(node.field('left'));
  const left = lower.statement(node.field('right'));
  const isAnd = operator === 'and' || operator === '&&';
  return [{ kind: 'if', test, yes: isAnd ? left : [], no: isAnd ? [] : left, at: node }];
};

const call: Lower = (node, lower) => {
  const value = lower.expression(node);
  if (isRaise(node)) return [{ kind: 'leave', how: 'throw', value, at: node }];
  return [{ kind: 'evaluate', value, at: node }];
};

const returned: Lower = (node, lower) => {
  const values = lower.expressions(firstChild(node)?.children ?? []);
  const [only] = values;
  const value: Expression | undefined = values.length > 1 ? { kind: 'list', items: values, at: node } : only;
  return [{ kind: 'return', ...(value && { value }), at: node }];
};

const leave =
  (how: 'break' | 'continue'): Lower =>
  (node) => [{ kind: 'leave', how, at: node }];

const methods: Lower = (node, lower) => [{ kind: 'function', unit: methodOf(node, lower), at: node }];
const classes: Lower = (node, lower) => [classOf(node, lower)];
const nothing: Lower = () => [];

export const rubyStatements: Grammar['statements'] = {
  if: (node, lower) => branch(node, lower),
  unless: (node, lower) => branch(node, lower),
  if_modifier: (node, lower) => branch(node, lower),
  unless_modifier: (node, lower) => branch(node, lower),
  case: (node, lower) => choose(node, lower),
  case_match: (node, lower) => choose(node, lower),
  begin: (node, lower) => bodyOf(node, lower),
  parenthesized_statements: (node, lower) => bodyOf(node, lower),
  while: loop,
  until: loop,
  while_modifier: loop,
  until_modifier: loop,
  for: each,
  binary,
  call,
  return: returned,
  break: leave('break'),
  next: (node, lower) => (firstChild(node) ? returned(node, lower) : leave('continue')(node, lower)),
  method: methods,
  singleton_method: methods,
  class: classes,
  module: classes,
  singleton_class: (node, lower) => lower.statements(node.field('body')?.children ?? []),
  heredoc_body: nothing,
  empty_statement: nothing,
  alias: nothing,
  undef: nothing,
  uninterpreted: nothing,
};
