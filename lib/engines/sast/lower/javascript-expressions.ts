import type { Argument, Expression, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { functionOf } from './javascript-functions.ts';
import {
  literalExpression,
  nameExpression,
  parseNumber,
  unescape,
  type Grammar,
  type Lowering,
} from './lowering.ts';

type Lower = Grammar['expressions'][string];

const first = (node: Syntax): Syntax | undefined => node.children[0];
/** Nodes that leave the value inside unchanged. */
const through: Lower = (node, lower) => lower.optional(first(node)) ?? nothing(node);
const nothing = (at: Syntax): Expression => ({ kind: 'other', what: 'nothing', parts: [], at });

const stringValue = (node: Syntax): string => {
  const { text } = node;
  if (!text.includes('\\')) return text.slice(1, -1);
  return node.children
    .map((part) => (part.kind === 'escape_sequence' ? unescape(part.text) : part.text))
    .join('');
};

const template: Lower = (node, lower) => {
  const parts = node.children.map((part) =>
    part.kind === 'template_substitution'
      ? through(part, lower)
      : literalExpression(part.kind === 'escape_sequence' ? unescape(part.text) : part.text, part),
  );
  return parts.length === 0 ? literalExpression('', node) : { kind: 'concat', parts, at: node };
};

const isSum = (node: Syntax): boolean => node.kind === 'binary_expression' && node.operator === '+';

const sum = (node: Syntax, lower: Lowering): Expression => {
  const spine = lower.leftSpine(node, isSum, (inner) => first(inner));
  const leftmost = first(spine.at(-1)!);
  const parts = [leftmost, ...spine.map((inner) => inner.children[1]).toReversed()].filter(
    (part) => part !== undefined,
  );
  return { kind: 'concat', parts: lower.expressions(parts), at: node };
};

const binary: Lower = (node, lower) => {
  const operator = node.operator;
  if (operator === '+') return sum(node, lower);
  const [left, right] = node.children;
  if (operator === '||' || operator === '??')
    return { kind: 'choice', yes: lower.expression(left), no: lower.expression(right), at: node };
  return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
};

const callArguments = (node: Syntax | undefined, lower: Lowering): Argument[] =>
  node === undefined || node.kind === 'template_string'
    ? (node?.children ?? [])
        .filter(({ kind }) => kind === 'template_substitution')
        .map((part) => ({ value: through(part, lower) }))
    : lower.arguments(node.children);

/** A template tag receives text and values separately, so its result counts as built on purpose. */
const tagged: Lower = (node, lower) => ({
  kind: 'other',
  what: 'tagged',
  parts: [
    lower.expression(first(node)),
    ...callArguments(node.children.at(-1), lower).map(({ value }) => value),
    nothing(node),
  ],
  last: true,
  at: node,
});

const call: Lower = (node, lower) => {
  if (node.children.length > 1 && node.children.at(-1)?.kind === 'template_string')
    return tagged(node, lower);
  const callee = lower.expression(first(node));
  const args = callArguments(
    node.children.findLast((_, index) => index > 0),
    lower,
  );
  return { kind: 'call', callee, args, created: node.kind === 'new_expression', at: node };
};

const member: Lower = (node, lower) => ({
  kind: 'member',
  object: lower.expression(first(node)),
  name: node.children.at(-1)?.text ?? '',
  at: node,
});

const subscript: Lower = (node, lower) => ({
  kind: 'index',
  object: lower.expression(first(node)),
  index: lower.expression(node.children.at(-1)),
  at: node,
});

const keyOf = (node: Syntax | undefined, lower: Lowering): Expression | undefined => {
  if (node === undefined) return undefined;
  if (node.kind === 'computed_property_name') return through(node, lower);
  return node.kind === 'string' ? lower.expression(node) : literalExpression(node.text, node);
};

const entry = (node: Syntax, lower: Lowering): RecordEntry => {
  switch (node.kind) {
    case 'pair':
    case 'pair_pattern':
      return { key: keyOf(first(node), lower)!, value: lower.expression(node.children[1]), at: node };
    case 'spread_element':
    case 'rest_pattern':
      return { value: through(node, lower), at: node };
    case 'method_definition':
      return {
        key: keyOf(node.field('name'), lower)!,
        value: { kind: 'function', unit: functionOf(node, lower), at: node },
        at: node,
      };
    case 'object_assignment_pattern': {
      const [name, value] = node.children;
      const no = lower.expression(value);
      const target = nameExpression(name?.text ?? '', node);
      return {
        key: literalExpression(name?.text ?? '', node),
        value: { ...assigned(target, no, node) },
        at: node,
      };
    }
    default:
      return { key: literalExpression(node.text, node), value: nameExpression(node.text, node), at: node };
  }
};

/** Lowers a target that has a default value. */
const assigned = (target: Expression, value: Expression, at: Syntax): Expression => ({
  kind: 'assign',
  target,
  operator: '??=',
  value,
  at,
});

const record: Lower = (node, lower) => ({
  kind: 'record',
  entries: node.children.map((child) => entry(child, lower)),
  at: node,
});

const list: Lower = (node, lower) => ({ kind: 'list', items: lower.expressions(node.children), at: node });

const assignment: Lower = (node, lower) => {
  const [target, value] = node.children;
  const operator = node.kind === 'augmented_assignment_expression' ? node.operator : undefined;
  return {
    kind: 'assign',
    target: lower.expression(target),
    ...(operator && { operator }),
    value: lower.expression(value),
    at: node,
  };
};

const operation: Lower = (node, lower) => ({
  kind: 'operation',
  operator: node.operator,
  operands: lower.expressions(node.children),
  at: node,
});

const attribute = (node: Syntax, lower: Lowering): Argument => {
  if (node.kind === 'jsx_expression') return { value: through(node, lower) };
  const [name, value] = node.children;
  return { name: name?.text ?? '', value: lower.optional(value) ?? literalExpression(true, node) };
};

/** `<a href={x}>` is a call of `jsx.a` with named arguments; the library escapes the children. */
const element: Lower = (node, lower) => {
  const opening = node.kind === 'jsx_element' ? (first(node) ?? node) : node;
  const tag = opening.kind === 'jsx_opening_element' || node !== opening ? opening : node;
  const [name, ...attributes] = tag.children;
  const callee: Expression = {
    kind: 'member',
    object: nameExpression('jsx', tag),
    name: name && name.kind === 'identifier' ? name.text : 'fragment',
    at: tag,
  };
  const rendered: Expression = {
    kind: 'call',
    callee,
    args: attributes.map((child) => attribute(child, lower)),
    created: false,
    at: node,
  };
  const within = node === opening ? [] : node.children.slice(1, -1).filter(({ kind }) => kind !== 'jsx_text');
  return {
    kind: 'other',
    what: 'jsx',
    parts: [...lower.expressions(within), rendered],
    last: true,
    at: node,
  };
};

const functionExpression: Lower = (node, lower) => ({
  kind: 'function',
  unit: functionOf(node, lower),
  at: node,
});
const named: Lower = (node) => nameExpression(node.text, node);

const cast: Lower = (node, lower) => {
  const value = node.kind === 'type_assertion' ? node.children.at(-1) : first(node);
  return lower.expression(value);
};

export const javascriptExpressions: Grammar['expressions'] = {
  identifier: named,
  this: named,
  super: named,
  import: named,
  undefined: (node) => literalExpression(null, node),
  null: (node) => literalExpression(null, node),
  true: (node) => literalExpression(true, node),
  false: (node) => literalExpression(false, node),
  number: (node) => literalExpression(parseNumber(node.text), node),
  string: (node) => literalExpression(stringValue(node), node),
  jsx_text: (node) => literalExpression('', node),
  regex: (node) => ({
    kind: 'regex',
    source: node.child('regex_pattern')?.text ?? '',
    flags: node.child('regex_flags')?.text ?? '',
    at: node,
  }),
  template_string: template,
  binary_expression: binary,
  unary_expression: operation,
  update_expression: operation,
  ternary_expression: (node, lower) => ({
    kind: 'choice',
    test: lower.expression(first(node)),
    yes: lower.expression(node.children[1]),
    no: lower.expression(node.children[2]),
    at: node,
  }),
  assignment_expression: assignment,
  augmented_assignment_expression: assignment,
  assignment_pattern: (node, lower) =>
    assigned(lower.expression(first(node)), lower.expression(node.children[1]), node),
  call_expression: call,
  new_expression: call,
  member_expression: member,
  subscript_expression: subscript,
  array: list,
  array_pattern: list,
  object: record,
  object_pattern: record,
  shorthand_property_identifier: named,
  shorthand_property_identifier_pattern: named,
  spread_element: (node, lower) => ({ kind: 'spread', value: through(node, lower), at: node }),
  rest_pattern: (node, lower) => ({ kind: 'spread', value: through(node, lower), at: node }),
  parenthesized_expression: through,
  await_expression: through,
  yield_expression: through,
  jsx_expression: through,
  non_null_expression: through,
  as_expression: cast,
  satisfies_expression: cast,
  type_assertion: cast,
  sequence_expression: (node, lower) => ({
    kind: 'other',
    what: 'sequence',
    parts: lower.expressions(node.children),
    last: true,
    at: node,
  }),
  jsx_element: element,
  jsx_self_closing_element: element,
  jsx_fragment: (node, lower) => ({
    kind: 'other',
    what: 'jsx',
    parts: lower.expressions(node.children),
    at: node,
  }),
  arrow_function: functionExpression,
  function_expression: functionExpression,
  generator_function: functionExpression,
  optional_chain: nothing,
  type_arguments: nothing,
  regex_flags: nothing,
};
