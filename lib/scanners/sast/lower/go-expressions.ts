import type { Expression, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { binary, first, nothing, text, through, type Lower } from './c-like-expressions.ts';
import { functionOf, typeName } from './go-functions.ts';
import { literal, nameOf, numberOf, type Grammar } from './lowering.ts';

/** `0644` is octal. */
const number: Lower = (node) =>
  literal(/^0[0-7_]{1,30}$/.test(node.text) ? Number.parseInt(node.text, 8) : numberOf(node.text), node);

/** A pointer to a value is the value, for our purposes. */
const unary: Lower = (node, lower) => {
  const operator = node.operator;
  if (operator === '&' || operator === '*' || operator === '<-') return through(node, lower);
  return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
};

const dottedName = (name: string, at: Syntax): Expression => {
  const [head = '', ...members] = name.split('.');
  return members.reduce<Expression>(
    (object, member) => ({ kind: 'member', object, name: member, at }),
    nameOf(head, at),
  );
};

/** `T{…}`: a list of items, or a record of keyed ones. */
const composite: Lower = (node, lower) => {
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
      key: isStruct && name ? literal(name.text, element) : lower.expression(name),
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

const list: Lower = (node, lower) => {
  if (node.children.length === 1) return through(node, lower);
  return { kind: 'list', items: lower.expressions(node.children), at: node };
};

export const goExpressions: Grammar['expressions'] = {
  identifier: (node) => nameOf(node.text, node),
  package_identifier: (node) => nameOf(node.text, node),
  field_identifier: (node) => nameOf(node.text, node),
  type_identifier: (node) => nameOf(node.text, node),
  blank_identifier: nothing,
  nil: (node) => literal(null, node),
  true: (node) => literal(true, node),
  false: (node) => literal(false, node),
  int_literal: number,
  float_literal: number,
  rune_literal: (node) => literal(node.text.slice(1, -1), node),
  interpreted_string_literal: text,
  raw_string_literal: text,
  binary_expression: binary,
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
  variadic_argument: (node, lower) => ({ kind: 'spread', value: through(node, lower), at: node }),
  selector_expression: (node, lower) => ({
    kind: 'member',
    object: lower.expression(first(node)),
    name: node.children[1]?.text ?? '',
    at: node,
  }),
  index_expression: (node, lower) => ({
    kind: 'index',
    object: lower.expression(first(node)),
    index: lower.expression(node.children[1]),
    at: node,
  }),
  slice_expression: (node, lower) => ({
    kind: 'other',
    what: 'slice',
    parts: [through(node, lower)],
    at: node,
  }),
  type_assertion_expression: (node, lower) => ({
    kind: 'cast',
    type: node.children[1] ? typeName(node.children[1]) : '',
    value: through(node, lower),
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
  literal_element: through,
  keyed_element: (node, lower) => lower.expression(node.children.at(-1)),
  parenthesized_expression: through,
  expression_list: list,
  func_literal: (node, lower) => ({ kind: 'function', unit: functionOf(node, lower), at: node }),
  slice_type: nothing,
  map_type: nothing,
  array_type: nothing,
  pointer_type: nothing,
  qualified_type: (node) => dottedName(typeName(node), node),
};
