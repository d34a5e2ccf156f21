import type { Expression, RecordEntry } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import {
  emptyExpression,
  lowerBinaryExpression,
  lowerFirstChild,
  type LowerExpression,
} from '../c-like-expressions.ts';
import { literalExpression, nameExpression, parseNumber, unescape, type Grammar } from '../lowering.ts';
import { simplified } from './rust-calls.ts';
import { closureOf } from './rust-functions.ts';
import { macroInvocation } from './rust-macros.ts';
import { dottedPath, typeName } from './rust-types.ts';

const suffix = /_?(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))$/;

const number: LowerExpression = (node) => {
  const digits = node.text.replace(suffix, '').replaceAll('_', '');
  return literalExpression(digits.startsWith('0o') ? Number(digits) : parseNumber(digits), node);
};

const text: LowerExpression = (node) =>
  literalExpression(
    node.children.map((part) => (part.kind === 'escape_sequence' ? unescape(part.text) : part.text)).join(''),
    node,
  );

const scoped: LowerExpression = (node, lower) => {
  const path = node.field('path');
  const name = node.field('name')?.text ?? '';
  if (path === undefined) return nameExpression(name, node);
  return { kind: 'member', object: lower.expression(path), name, at: node };
};

const named: LowerExpression = (node) => {
  const [head = '', ...members] = dottedPath(node).split('.');
  return members.reduce<Expression>(
    (object, member) => ({ kind: 'member', object, name: member, at: node }),
    nameExpression(head, node),
  );
};

/** `Self` is the type that the enclosing `impl` block is for. */
const typeExpression: LowerExpression = (node, lower) =>
  node.text === 'Self' && lower.owner !== undefined ? nameExpression(lower.owner, node) : named(node, lower);

const identifier: LowerExpression = (node, lower) =>
  node.text === 'Self' && lower.owner !== undefined
    ? nameExpression(lower.owner, node)
    : nameExpression(node.text, node);

const call: LowerExpression = (node, lower) =>
  simplified({
    kind: 'call',
    callee: lower.expression(node.field('function')),
    args: lower.arguments(
      (node.field('arguments')?.children ?? []).filter(({ kind }) => kind !== 'attribute_item'),
    ),
    created: false,
    at: node,
  });

const assignment: LowerExpression = (node, lower) => {
  const operator = node.kind === 'compound_assignment_expr' ? node.operator : undefined;
  return {
    kind: 'assign',
    target: lower.expression(node.field('left')),
    ...(operator && { operator }),
    value: lower.expression(node.field('right')),
    at: node,
  };
};

const unary: LowerExpression = (node, lower) => {
  const operator = node.operator;
  if (operator === '*') return lowerFirstChild(node, lower);
  return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
};

const entryOf = (field: Syntax, at: Syntax): { key?: string; value: Syntax | undefined } => {
  if (field.kind === 'shorthand_field_initializer')
    return { key: field.text, value: field.children[0] ?? at };
  if (field.kind === 'base_field_initializer') return { value: field.children[0] };
  return { key: field.field('field')?.text ?? '', value: field.field('value') };
};

const struct: LowerExpression = (node, lower) => {
  const type = node.field('name');
  const fields = node.field('body')?.children ?? [];
  const entries = fields
    .filter(({ kind }) => kind.endsWith('_initializer'))
    .map((field): RecordEntry => {
      const { key, value } = entryOf(field, node);
      return {
        ...(key !== undefined && { key: literalExpression(key, field) }),
        value: lower.expression(value),
        at: field,
      };
    });
  return { kind: 'record', entries, ...(type && { type: typeExpression(type, lower) }), at: node };
};

const mostRepeated = 8;

/** Lowers `[0; 16]` to a list of its first items. */
const array: LowerExpression = (node, lower) => {
  const length = node.field('length');
  const [first] = node.children;
  if (length === undefined) return { kind: 'list', items: lower.expressions(node.children), at: node };
  const item = lower.expression(first);
  const count = Math.min(Number(length.text) || 1, mostRepeated);
  return { kind: 'list', items: Array.from({ length: count }, () => item), at: node };
};

const index: LowerExpression = (node, lower) => {
  const [object, at] = node.children;
  if (at?.kind === 'range_expression')
    return { kind: 'other', what: 'slice', parts: [lower.expression(object)], at: node };
  return { kind: 'index', object: lower.expression(object), index: lower.expression(at), at: node };
};

const list: LowerExpression = (node, lower) => ({
  kind: 'list',
  items: lower.expressions(node.children),
  at: node,
});

export const rustExpressions: Grammar['expressions'] = {
  identifier,
  self: (node) => nameExpression('self', node),
  crate: (node) => nameExpression('crate', node),
  super: (node) => nameExpression('super', node),
  metavariable: emptyExpression,
  field_identifier: (node) => nameExpression(node.text, node),
  type_identifier: typeExpression,
  scoped_type_identifier: typeExpression,
  primitive_type: (node) => nameExpression(node.text, node),
  generic_type: (node) => nameExpression(typeName(node), node),
  scoped_identifier: scoped,
  integer_literal: number,
  float_literal: number,
  boolean_literal: (node) => literalExpression(node.text === 'true', node),
  char_literal: (node) => literalExpression(node.text.slice(1, -1), node),
  string_literal: text,
  raw_string_literal: text,
  negative_literal: (node) => literalExpression(parseNumber(node.text.replace(suffix, '')), node),
  unit_expression: emptyExpression,
  binary_expression: lowerBinaryExpression,
  unary_expression: unary,
  reference_expression: (node, lower) => lower.expression(node.field('value')),
  parenthesized_expression: lowerFirstChild,
  try_expression: lowerFirstChild,
  await_expression: lowerFirstChild,
  type_cast_expression: (node, lower) => {
    const type = node.field('type');
    return {
      kind: 'cast',
      type: type ? typeName(type) : '',
      value: lower.expression(node.field('value')),
      at: node,
    };
  },
  call_expression: call,
  generic_function: (node, lower) => lower.expression(node.field('function')),
  field_expression: (node, lower) => ({
    kind: 'member',
    object: lower.expression(node.field('value')),
    name: node.field('field')?.text ?? '',
    at: node,
  }),
  index_expression: index,
  range_expression: (node, lower) => ({
    kind: 'other',
    what: 'range',
    parts: lower.expressions(node.children),
    at: node,
  }),
  assignment_expression: assignment,
  compound_assignment_expr: assignment,
  struct_expression: struct,
  array_expression: array,
  tuple_expression: list,
  closure_expression: (node, lower) => ({ kind: 'function', unit: closureOf(node, lower), at: node }),
  macro_invocation: macroInvocation,
  token_tree: emptyExpression,
};
