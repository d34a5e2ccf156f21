import type { Expression, FunctionUnit } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import {
  emptyExpression,
  firstChild,
  lowerBinaryExpression,
  lowerFirstChild,
  type LowerExpression,
} from '../c-like-expressions.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar, type Lowering } from '../lowering.ts';
import { argumentsOf } from './csharp-creations.ts';
import { lambdaOf } from './csharp-functions.ts';
import { nameOf } from './csharp-texts.ts';
import { isNamespace, simpleType } from './csharp-types.ts';

/** Returns a name without its type arguments. */
const plainName = (node: Syntax | undefined): string =>
  (node?.kind === 'generic_name' ? node.children[0]?.text : node?.text)?.replace(/^@/, '') ?? '';

/** `this` and `base` are keywords: such an access has no object. */
const memberAccess: LowerExpression = (node, lower) => {
  const object = node.field('expression');
  const name = plainName(node.field('name'));
  if (object && isNamespace(object)) return nameExpression(name, node);
  return {
    kind: 'member',
    object: object ? lower.expression(object) : nameExpression('this', node),
    name,
    at: node,
  };
};

/** Lowers what follows `?.` as members of the value before it. */
const boundTo = (object: Expression, node: Syntax | undefined, lower: Lowering): Expression => {
  if (node === undefined) return object;
  if (node.kind === 'member_binding_expression')
    return { kind: 'member', object, name: plainName(node.field('name')), at: node };
  if (node.kind === 'element_binding_expression')
    return { kind: 'index', object, index: lower.expression(node.children[0]?.children.at(-1)), at: node };
  if (node.kind === 'member_access_expression')
    return {
      kind: 'member',
      object: boundTo(object, node.field('expression'), lower),
      name: plainName(node.field('name')),
      at: node,
    };
  if (node.kind !== 'invocation_expression') return lower.expression(node);
  return {
    kind: 'call',
    callee: boundTo(object, node.field('function'), lower),
    args: argumentsOf(node.field('arguments'), lower),
    created: false,
    at: node,
  };
};

const conditionalAccess: LowerExpression = (node, lower) =>
  boundTo(lower.expression(node.field('condition')), node.children[1], lower);

const mapping = /^Map(?:Get|Post|Put|Patch|Delete|Methods|Fallback)?$/;

/** A function that handles the requests of a route is called by the framework. */
const asHandler = (call: Expression, name: string): void => {
  if (call.kind !== 'call' || !mapping.test(name)) return;
  for (const { value } of call.args)
    if (value.kind === 'function') value.unit.annotations = [{ name, args: [] }];
};

const invocation: LowerExpression = (node, lower) => {
  const callee = node.field('function');
  const list = node.field('arguments');
  if (callee?.kind === 'identifier' && callee.text === 'nameof')
    return nameOf(list?.children[0]?.children.at(-1), node);
  const call: Expression = {
    kind: 'call',
    callee: lower.expression(callee),
    args: argumentsOf(list, lower),
    created: false,
    at: node,
  };
  asHandler(call, plainName(callee?.field('name')));
  return call;
};

/** Adding a function to an event or callback is treated as setting it. */
const isFunction = (node: Syntax | undefined): boolean =>
  node?.kind === 'lambda_expression' || node?.kind === 'anonymous_method_expression';

const assignment: LowerExpression = (node, lower) => {
  const operator = isFunction(node.field('right')) ? '' : node.operator;
  return {
    kind: 'assign',
    target: lower.expression(node.field('left')),
    ...(operator !== '=' && operator !== '' && { operator }),
    value: lower.expression(node.field('right')),
    at: node,
  };
};

const binary: LowerExpression = (node, lower) => {
  if (node.operator !== '??') return lowerBinaryExpression(node, lower);
  const spine = lower.leftSpine(
    node,
    (left) => left.kind === 'binary_expression' && left.operator === '??',
    (inner) => firstChild(inner),
  );
  const parts = [firstChild(spine.at(-1)!), ...spine.map((inner) => inner.children[1]).toReversed()];
  const [first, ...others] = parts.map((part) => lower.expression(part));
  return others.reduce<Expression>((yes, no) => ({ kind: 'choice', yes, no, at: node }), first!);
};

const unary: LowerExpression = (node, lower) => {
  const operator = node.operator;
  if (operator === '&' || operator === '*' || operator === '^') return lowerFirstChild(node, lower);
  return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
};

const postfix: LowerExpression = (node, lower) =>
  node.tokens.includes('!') ? lowerFirstChild(node, lower) : unary(node, lower);

const elementAccess: LowerExpression = (node, lower) => {
  const object = lower.expression(node.field('expression'));
  const index = node.field('subscript')?.children[0]?.children.at(-1);
  if (index?.kind === 'range_expression') return { kind: 'other', what: 'slice', parts: [object], at: node };
  return { kind: 'index', object, index: lower.expression(index), at: node };
};

const cast: LowerExpression = (node, lower) => {
  const isAs = node.kind === 'as_expression';
  const type = node.field(isAs ? 'right' : 'type');
  const value = lower.expression(node.field(isAs ? 'left' : 'value'));
  return { kind: 'cast', type: type ? simpleType(type) : '', value, at: node };
};

const functionExpression: LowerExpression = (node, lower) => {
  const unit: FunctionUnit = lambdaOf(node, lower);
  return { kind: 'function', unit, at: node };
};

/** The clauses of a query see the items of its source; the last clause gives the result. */
const query: LowerExpression = (node, lower) => {
  const parts = node.children.map((clause): Expression => {
    const name = clause.field('name');
    const value: Expression = {
      kind: 'other',
      what: clause.kind,
      parts: lower.expressions(
        clause.children.filter(({ kind, text }) => kind !== 'identifier' || text !== name?.text),
      ),
      at: clause,
    };
    if (!name) return value;
    return { kind: 'assign', target: nameExpression(name.text, name), value, at: clause };
  });
  return { kind: 'other', what: 'query', parts, last: true, at: node };
};

export const csharpExpressions: Grammar['expressions'] = {
  identifier: (node) => nameExpression(plainName(node), node),
  generic_name: (node) => nameExpression(plainName(node), node),
  predefined_type: (node) => nameExpression(node.text, node),
  qualified_name: (node) => nameExpression(simpleType(node), node),
  alias_qualified_name: (node) => nameExpression(simpleType(node), node),
  this: (node) => nameExpression('this', node),
  this_expression: (node) => nameExpression('this', node),
  base: (node) => nameExpression('this', node),
  base_expression: (node) => nameExpression('this', node),
  declaration_expression: (node, lower) => lower.expression(node.field('name')),
  discard: emptyExpression,
  integer_literal: (node) => literalExpression(parseNumber(node.text.replace(/[uU]?[lL]?$/, '')), node),
  real_literal: (node) => literalExpression(parseNumber(node.text.replace(/[mM]$/, '')), node),
  boolean_literal: (node) => literalExpression(node.text === 'true', node),
  null_literal: (node) => literalExpression(null, node),
  member_access_expression: memberAccess,
  conditional_access_expression: conditionalAccess,
  invocation_expression: invocation,
  assignment_expression: assignment,
  binary_expression: binary,
  prefix_unary_expression: unary,
  postfix_unary_expression: postfix,
  element_access_expression: elementAccess,
  cast_expression: cast,
  as_expression: cast,
  conditional_expression: (node, lower) => ({
    kind: 'choice',
    test: lower.expression(node.field('condition')),
    yes: lower.expression(node.field('consequence')),
    no: lower.expression(node.field('alternative')),
    at: node,
  }),
  parenthesized_expression: lowerFirstChild,
  await_expression: lowerFirstChild,
  checked_expression: lowerFirstChild,
  ref_expression: lowerFirstChild,
  throw_expression: (node, lower) => ({
    kind: 'other',
    what: 'throw',
    parts: [lowerFirstChild(node, lower), emptyExpression(node)],
    last: true,
    at: node,
  }),
  spread_element: (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node }),
  range_expression: (node, lower) => ({
    kind: 'other',
    what: 'range',
    parts: lower.expressions(node.children),
    at: node,
  }),
  typeof_expression: (node) => {
    const type = node.field('type');
    return type ? nameExpression(simpleType(type), node) : emptyExpression(node);
  },
  sizeof_expression: emptyExpression,
  default_expression: emptyExpression,
  lambda_expression: functionExpression,
  anonymous_method_expression: functionExpression,
  query_expression: query,
};
