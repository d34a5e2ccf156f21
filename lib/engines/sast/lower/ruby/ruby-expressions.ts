import type { Expression, RecordEntry, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, firstChild, lowerFirstChild } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar } from '../lowering.ts';
import { methodCall } from '../python-text.ts';
import { call, lambda, percent, readName, superCall, yieldCall } from './ruby-calls.ts';
import { keyOf } from './ruby-functions.ts';
import { bodyOf, declareTarget } from './ruby-statements.ts';
import { adjacentTexts, heredoc, regex, rubyText, subshell } from './ruby-text.ts';

type Lower = Grammar['expressions'][string];

const isSum = (node: Syntax): boolean => node.kind === 'binary' && node.operator === '+';

const sum: Lower = (node, lower) => {
  const spine = lower.leftSpine(node, isSum, (inner) => inner.field('left'));
  const parts = [spine.at(-1)?.field('left'), ...spine.map((inner) => inner.field('right')).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};

/** Operators that are methods with models of their own. */
const asMethods: Readonly<Record<string, string>> = { '<<': '<<', '=~': 'match?' };

const binary: Lower = (node, lower) => {
  const { operator } = node;
  if (operator === '+') return sum(node, lower);
  const left = lower.expression(node.field('left'));
  const right = lower.expression(node.field('right'));
  if (operator === '||' || operator === 'or') return { kind: 'choice', yes: left, no: right, at: node };
  if (operator === '%') return percent(left, right, node);
  const method = asMethods[operator];
  if (method) return methodCall(left, method, { args: [right], at: node });
  const written = operator === 'and' ? '&&' : operator;
  return { kind: 'operation', operator: written, operands: [left, right], at: node };
};

const assignment: Lower = (node, lower) => {
  const target = declareTarget(node.field('left'), lower);
  const right = node.field('right');
  const value: Expression =
    right?.kind === 'right_assignment_list'
      ? { kind: 'list', items: lower.expressions(right.children), at: right }
      : lower.expression(right);
  return { kind: 'assign', target, value, at: node };
};

const augmented: Lower = (node, lower) => ({
  kind: 'assign',
  target: declareTarget(node.field('left'), lower),
  operator: node.operator,
  value: lower.expression(node.field('right')),
  at: node,
});

/** The value of statements that occur where an expression is expected. */
const valueOf = (statements: readonly Statement[], at: Syntax): Expression => {
  const parts = statements.flatMap((statement): Expression[] => {
    if (statement.kind === 'evaluate') return [statement.value];
    if (statement.kind === 'return') return statement.value ? [statement.value] : [];
    return statement.kind === 'if' ? [choiceOf(statement)] : nestedValues(statement);
  });
  const [only] = parts;
  if (only === undefined) return literalExpression(null, at);
  return parts.length === 1 ? only : { kind: 'other', what: 'body', parts, last: true, at };
};

const nestedValues = (statement: Statement): Expression[] => {
  if (statement.kind === 'try')
    return [
      statement.handlers.reduce(
        (yes: Expression, { body }): Expression => ({
          kind: 'choice',
          test: emptyExpression(statement.at),
          yes,
          no: valueOf(body, statement.at),
          at: statement.at,
        }),
        valueOf(statement.body, statement.at),
      ),
    ];
  return statement.kind === 'switch' ? [choicesOf(statement)] : [];
};

const choiceOf = ({ test, yes, no, at }: Extract<Statement, { kind: 'if' }>): Expression => ({
  kind: 'choice',
  test,
  yes: valueOf(yes, at),
  no: valueOf(no, at),
  at,
});

const choicesOf = ({ subject, cases, at }: Extract<Statement, { kind: 'switch' }>): Expression =>
  cases.reduceRight(
    (no: Expression, { tests, body }): Expression => {
      const [only] = tests;
      const yes = valueOf(body, at);
      if (only === undefined) return yes;
      const isOne = tests.length === 1;
      const test: Expression =
        isOne && subject ? { kind: 'operation', operator: '==', operands: [subject, only], at } : only;
      return { kind: 'choice', test: isOne ? test : emptyExpression(at), yes, no, at };
    },
    literalExpression(null, at),
  );

const statementValue: Lower = (node, lower) => valueOf(bodyOf(node, lower, true), node);

const conditional: Lower = (node, lower) => ({
  kind: 'choice',
  test: lower.expression(node.field('condition')),
  yes: lower.expression(node.field('consequence')),
  no: lower.expression(node.field('alternative')),
  at: node,
});

const hash: Lower = (node, lower) => ({
  kind: 'record',
  entries: node.children.map((child): RecordEntry => {
    if (child.kind !== 'pair') return { value: lowerFirstChild(child, lower), at: child };
    const value = child.field('value');
    return {
      key: keyOf(child.field('key'), lower),
      value: value ? lower.expression(value) : readName(child.field('key')?.text ?? '', child, lower),
      at: child,
    };
  }),
  at: node,
});

const list: Lower = (node, lower) => ({ kind: 'list', items: lower.expressions(node.children), at: node });

/** Items by constant key are members, so that a value put into an item of an item is kept. */
const item: Lower = (node, lower) => {
  const [, key] = node.children;
  const object = lower.expression(node.field('object'));
  const index = lower.expression(key);
  if (index.kind === 'literal' && typeof index.value === 'string' && index.value !== 'length')
    return { kind: 'member', object, name: index.value, at: node };
  // This is a Sequel dataset: DB["SELECT …"].
  if (index.kind === 'concat' && node.field('object')?.kind === 'constant')
    return methodCall(object, 'fetch', { args: [index], at: node });
  return { kind: 'index', object, index, at: node };
};

const unary: Lower = (node, lower) => {
  const operator = node.operator;
  if (operator === 'defined?') return emptyExpression(node);
  return { kind: 'operation', operator, operands: [lower.expression(node.field('operand'))], at: node };
};

const instanceVariable: Lower = (node) => ({
  kind: 'member',
  object: nameExpression('this', node),
  name: node.text.replace(/^@{1,2}/, '').slice(0, 100),
  at: node,
});

const constantName: Lower = (node) =>
  nameExpression(node.text.slice(0, 200).replace(/^::/, '').replaceAll('::', '.'), node);

const symbol: Lower = (node) => literalExpression(node.text.replace(/^:/, '').slice(0, 200), node);

export const rubyExpressions: Grammar['expressions'] = {
  identifier: (node, lower) => readName(node.text, node, lower),
  constant: constantName,
  scope_resolution: constantName,
  instance_variable: instanceVariable,
  class_variable: instanceVariable,
  global_variable: (node) => nameExpression(node.text, node),
  self: (node) => nameExpression('this', node),
  nil: (node) => literalExpression(null, node),
  true: (node) => literalExpression(true, node),
  false: (node) => literalExpression(false, node),
  integer: (node) => literalExpression(parseNumber(node.text), node),
  float: (node) => literalExpression(parseNumber(node.text), node),
  simple_symbol: symbol,
  hash_key_symbol: symbol,
  delimited_symbol: rubyText,
  string: rubyText,
  bare_string: rubyText,
  bare_symbol: rubyText,
  chained_string: adjacentTexts,
  heredoc_beginning: heredoc,
  heredoc_body: emptyExpression,
  subshell,
  regex,
  string_array: list,
  symbol_array: list,
  array: list,
  hash,
  binary,
  unary,
  conditional,
  assignment,
  operator_assignment: augmented,
  element_reference: item,
  call,
  lambda,
  yield: yieldCall,
  super: superCall,
  if: statementValue,
  unless: statementValue,
  if_modifier: statementValue,
  unless_modifier: statementValue,
  case: statementValue,
  case_match: statementValue,
  begin: statementValue,
  parenthesized_statements: statementValue,
  rescue_modifier: (node, lower) => ({
    kind: 'choice',
    yes: lower.expression(node.field('body')),
    no: lower.expression(node.field('handler')),
    at: node,
  }),
  splat_argument: (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node }),
  hash_splat_argument: (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node }),
  argument_list: (node, lower) => lower.expression(firstChild(node)),
  pattern: lowerFirstChild,
  begin_block: emptyExpression,
  end_block: emptyExpression,
};
