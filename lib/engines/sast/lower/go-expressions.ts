import type { Expression, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import {
  lowerBinaryExpression,
  firstChild,
  emptyExpression,
  lowerStringLiteral,
  lowerFirstChild,
  type LowerExpression,
} from './c-like-expressions.ts';
import { functionOf, typeName } from './go-functions.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar } from './lowering.ts';

/** Reads `0644` as octal. */
const number: LowerExpression = (node) =>
  literalExpression(
    /^0[0-7_]{1,30}$/.test(node.text) ? Number.parseInt(node.text, 8) : parseNumber(node.text),
    node,
  );

/** Treats a pointer to a value as the value. */
const unary: LowerExpression = (node, lower) => {
  const operator = node.operator;
  if (operator === '&' || operator === '*' || operator === '<-') return lowerFirstChild(node, lower);
  return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
};

const dottedName = (name: string, at: Syntax): Expression => {
  const [head = '', ...members] = name.split('.');
  return members.reduce<Expression>(
    (object, member) => ({ kind: 'member', object, name: member, at }),
    nameExpression(head, at),
  );
};

/** Lowers `T{…}` to a list of items, or to a record of keyed items. */
const composite: LowerExpression = (node, lower) => {
  const body = node.field('body') ?? node.child('literal_value');
  const type = node.field('type');
  const elements = body?.children ?? [];
  if (elements.length > 0 && !elements.some(({ kind }) => kind === 'keyed_element'))
    return { kind: 'list', items: lower.expressions(elements), at: node };
  const isStruct = type !== undefined && /^(?:type_identifier|qualified_type|generic_type)$/.test(type.kind);
  const entries = elements.map((element): RecordEntry => {
    const [key, value] = element.children;
    const name = key?.kind === 'literal_element' ? key.children[0] : key;
    return {
      key: isStruct && name ? literalExpression(name.text, element) : lower.expression(name),
      value: lower.expression(value),
      at: element,
    };
  });
  return {
    kind: 'record',
    entries,
    ...(isStruct && { type: dottedName(typeName(type), type) }),
    at: node,
  };
};

const list: LowerExpression = (node, lower) => {
  if (node.children.length === 1) return lowerFirstChild(node, lower);
  return { kind: 'list', items: lower.expressions(node.children), at: node };
};

export const goExpressions: Grammar['expressions'] = {
  identifier: (node) => nameExpression(node.text, node),
  package_identifier: (node) => nameExpression(node.text, node),
  field_identifier: (node) => nameExpression(node.text, node),
  type_identifier: (node) => nameExpression(node.text, node),
  blank_identifier: emptyExpression,
  nil: (node) => literalExpression(null, node),
  true: (node) => literalExpression(true, node),
  false: (node) => literalExpression(false, node),
  int_literal: number,
  float_literal: number,
  rune_literal: (node) => literalExpression(node.text.slice(1, -1), node),
  interpreted_string_literal: lowerStringLiteral,
  raw_string_literal: lowerStringLiteral,
  binary_expression: lowerBinaryExpression,
  unary_expression: unary,
  inc_statement: (node, lower) => ({
    kind: 'operation',
    operator: '++',
    operands: lower.expressions(node.children),
    at: node,
  }),
  dec_statement: (node, lower) => ({
    kind: 'operation',
    operator: '--',
    operands: lower.expressions(node.children),
    at: node,
  }),
  call_expression: (node, lower) => ({
    kind: 'call',
    callee: lower.expression(node.field('function')),
    args: lower.arguments(node.field('arguments')?.children ?? []),
    created: false,
    at: node,
  }),
  variadic_argument: (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node }),
  selector_expression: (node, lower) => ({
    kind: 'member',
    object: lower.expression(firstChild(node)),
    name: node.children[1]?.text ?? '',
    at: node,
  }),
  index_expression: (node, lower) => ({
    kind: 'index',
    object: lower.expression(firstChild(node)),
    index: lower.expression(node.children[1]),
    at: node,
  }),
  slice_expression: (node, lower) => ({
    kind: 'other',
    what: 'slice',
    parts: [lowerFirstChild(node, lower)],
    at: node,
  }),
  type_assertion_expression: (node, lower) => ({
    kind: 'cast',
    type: node.children[1] ? typeName(node.children[1]) : '',
    value: lowerFirstChild(node, lower),
    at: node,
  }),
  type_conversion_expression: (node, lower) => ({
    kind: 'cast',
    type: node.children[0] ? typeName(node.children[0]) : '',
    value: lower.expression(node.children.at(-1)),
    at: node,
  }),
  composite_literal: composite,
  literal_value: composite,
  literal_element: lowerFirstChild,
  keyed_element: (node, lower) => lower.expression(node.children.at(-1)),
  parenthesized_expression: lowerFirstChild,
  expression_list: list,
  func_literal: (node, lower) => ({ kind: 'function', unit: functionOf(node, lower), at: node }),
  slice_type: emptyExpression,
  map_type: emptyExpression,
  array_type: emptyExpression,
  pointer_type: emptyExpression,
  qualified_type: (node) => dottedName(typeName(node), node),
};
