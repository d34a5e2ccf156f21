import type { Expression, RecordEntry } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, firstChild, lowerFirstChild } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar, type Lowering } from '../lowering.ts';
import { builtIn, methodCall } from '../python-text.ts';
import { classConstant, creation, functionCall, memberAccess, memberCall } from './php-calls.ts';
import { closureOf } from './php-functions.ts';
import { qualifiedName } from './php-names.ts';
import { heredoc, phpText, shellCommand } from './php-text.ts';

type Lower = Grammar['expressions'][string];

const isJoin = (node: Syntax): boolean => node.kind === 'binary_expression' && node.operator === '.';

const joined: Lower = (node, lower) => {
  const spine = lower.leftSpine(node, isJoin, (inner) => inner.field('left'));
  const parts = [spine.at(-1)?.field('left'), ...spine.map((inner) => inner.field('right')).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};

const alternatives = new Set(['||', 'or', '??']);

const binary: Lower = (node, lower) => {
  const operator = node.operator.toLowerCase();
  if (operator === '.') return joined(node, lower);
  if (operator === 'instanceof') return emptyExpression(node);
  const [left, right] = [node.field('left'), node.field('right')];
  if (alternatives.has(operator))
    return { kind: 'choice', yes: lower.expression(left), no: lower.expression(right), at: node };
  const operands = [lower.expression(left), lower.expression(right)];
  return { kind: 'operation', operator: operator === 'and' ? '&&' : operator, operands, at: node };
};

const conditional: Lower = (node, lower) => {
  const test = lower.expression(node.field('condition'));
  const yes = node.field('body');
  const no = lower.expression(node.field('alternative'));
  if (yes === undefined) return { kind: 'choice', yes: test, no, at: node };
  return { kind: 'choice', test, yes: lower.expression(yes), no, at: node };
};

const element = (node: Syntax, index: number, lower: Lowering): RecordEntry => {
  const [first, second] = node.children;
  if (node.kind === 'variadic_unpacking' || first === undefined)
    return { value: lower.expression(first ?? node), at: node };
  if (second === undefined)
    return { key: literalExpression(index, node), value: lower.expression(first), at: node };
  return { key: lower.expression(first), value: lower.expression(second), at: node };
};

const array: Lower = (node, lower) => {
  const elements = node.children;
  if (elements.some(({ kind, children }) => kind === 'array_element_initializer' && children.length > 1))
    return { kind: 'record', entries: elements.map((each, index) => element(each, index, lower)), at: node };
  const items = elements.map((each) =>
    each.kind === 'array_element_initializer' ? lowerFirstChild(each, lower) : lower.expression(each),
  );
  return { kind: 'list', items, at: node };
};

/** Lowers the targets of `[$a, $b] = …` and `['k' => $a] = …`. */
const targets: Lower = (node, lower) => {
  const children = node.children;
  if (!node.tokens.includes('=>')) return { kind: 'list', items: lower.expressions(children), at: node };
  const entries = children.flatMap((value, index): RecordEntry[] => {
    const key = children[index - 1];
    return index % 2 === 1 && key
      ? [{ key: lower.expression(key), value: lower.expression(value), at: value }]
      : [];
  });
  return { kind: 'record', entries, at: node };
};

/** Items by constant key are members, so that a value put into an item of an item is kept. */
const subscript: Lower = (node, lower) => {
  const [written, key] = node.children;
  const object = lower.expression(written);
  if (key === undefined) return { kind: 'index', object, index: literalExpression('*', node), at: node };
  const index = key.kind === 'name' ? literalExpression(key.text, key) : lower.expression(key);
  if (index.kind === 'literal' && typeof index.value === 'string' && index.value !== 'length')
    return { kind: 'member', object, name: index.value, at: node };
  return { kind: 'index', object, index, at: node };
};

const assignment: Lower = (node, lower) => {
  const [left, right] = [node.field('left'), node.field('right')];
  const value = lower.expression(right);
  if (left?.kind === 'subscript_expression' && left.children.length === 1)
    return methodCall(lower.expression(left.children[0]), '[]', { args: [value], at: node });
  return { kind: 'assign', target: lower.expression(left), value, at: node };
};

const augmented: Lower = (node, lower) => {
  const target = lower.expression(node.field('left'));
  const value = lower.expression(node.field('right'));
  const { operator } = node;
  if (operator === '.=' || operator === '??=')
    return { kind: 'assign', target, operator: operator === '.=' ? '+=' : operator, value, at: node };
  const result: Expression = {
    kind: 'operation',
    operator: operator.slice(0, -1),
    operands: [target, value],
    at: node,
  };
  return { kind: 'assign', target, value: result, at: node };
};

const scalars = new Set(['int', 'integer', 'float', 'double', 'real', 'bool', 'boolean']);

const cast: Lower = (node, lower) => {
  const value = lower.expression(node.field('value'));
  const type = node.field('type')?.text.trim().toLowerCase() ?? '';
  if (scalars.has(type)) return { kind: 'cast', type: 'int', value, at: node };
  if (type === 'string') return { kind: 'concat', parts: [literalExpression('', node), value], at: node };
  return value;
};

/** Lowers `match ($x) { 1, 2 => a, default => b }` to choices. */
const match: Lower = (node, lower) => {
  const subject = lower.expression(node.field('condition'));
  const isTruth = subject.kind === 'literal' && subject.value === true;
  const arms = node.field('body')?.children ?? [];
  const fallback = arms.find(({ kind }) => kind === 'match_default_expression');
  const otherwise = lower.optional(fallback?.field('return_expression')) ?? emptyExpression(node);
  return arms
    .filter((arm) => arm !== fallback)
    .reduceRight((no: Expression, arm): Expression => {
      const tests = lower.expressions(arm.field('conditional_expressions')?.children ?? []);
      const [only] = tests;
      const yes = lower.expression(arm.field('return_expression'));
      if (!only || tests.length > 1) return { kind: 'choice', test: emptyExpression(arm), yes, no, at: arm };
      const test: Expression = isTruth
        ? only
        : { kind: 'operation', operator: '===', operands: [subject, only], at: arm };
      return { kind: 'choice', test, yes, no, at: arm };
    }, otherwise);
};

const operation: Lower = (node, lower) => ({
  kind: 'operation',
  operator: node.operator,
  operands: [lower.expression(node.field('argument') ?? firstChild(node))],
  at: node,
});

const inclusion: Lower = (node, lower) => builtIn('include', [lowerFirstChild(node, lower)], node);

const variable: Lower = (node) => {
  const name = node.text.slice(0, 200);
  return nameExpression(name === '$this' ? 'this' : name, node);
};

const closure: Lower = (node, lower) => ({ kind: 'function', unit: closureOf(node, lower), at: node });

export const phpExpressions: Grammar['expressions'] = {
  variable_name: variable,
  dynamic_variable_name: (node, lower) => {
    const [inner] = node.children;
    return inner?.kind === 'name' ? nameExpression(`$${inner.text}`, node) : lowerFirstChild(node, lower);
  },
  name: (node) => nameExpression(qualifiedName(node), node),
  qualified_name: (node) => nameExpression(qualifiedName(node), node),
  null: (node) => literalExpression(null, node),
  boolean: (node) => literalExpression(node.text.toLowerCase() === 'true', node),
  integer: (node) => literalExpression(parseNumber(node.text), node),
  float: (node) => literalExpression(parseNumber(node.text), node),
  string: phpText,
  encapsed_string: phpText,
  heredoc,
  nowdoc: heredoc,
  shell_command_expression: shellCommand,
  binary_expression: binary,
  conditional_expression: conditional,
  array_creation_expression: array,
  list_literal: targets,
  subscript_expression: subscript,
  assignment_expression: assignment,
  reference_assignment_expression: assignment,
  augmented_assignment_expression: augmented,
  cast_expression: cast,
  match_expression: match,
  unary_op_expression: operation,
  update_expression: operation,
  error_suppression_expression: lowerFirstChild,
  parenthesized_expression: lowerFirstChild,
  clone_expression: lowerFirstChild,
  by_ref: lowerFirstChild,
  variadic_unpacking: (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node }),
  include_expression: inclusion,
  include_once_expression: inclusion,
  require_expression: inclusion,
  require_once_expression: inclusion,
  print_intrinsic: (node, lower) => builtIn('echo', [lowerFirstChild(node, lower)], node),
  function_call_expression: functionCall,
  member_call_expression: memberCall,
  nullsafe_member_call_expression: memberCall,
  scoped_call_expression: memberCall,
  member_access_expression: memberAccess,
  nullsafe_member_access_expression: memberAccess,
  scoped_property_access_expression: memberAccess,
  class_constant_access_expression: classConstant,
  object_creation_expression: creation,
  anonymous_function: closure,
  arrow_function: closure,
};
