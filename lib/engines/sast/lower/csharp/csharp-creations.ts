import type { Argument, Expression, RecordEntry } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import type { LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, type Grammar, type Lowering } from '../lowering.ts';
import { simpleType } from './csharp-types.ts';

/** Lowers `name: value`, `out var value` and plain arguments. */
export const argumentsOf = (node: Syntax | undefined, lower: Lowering): Argument[] =>
  (node?.children ?? []).map((argument): Argument => {
    const name = argument.kind === 'argument' ? argument.field('name')?.text : undefined;
    const value = argument.kind === 'argument' ? argument.children.at(-1) : argument;
    return { ...(name && { name }), value: lower.expression(value) };
  });

const entryOf = (node: Syntax, lower: Lowering): RecordEntry => {
  if (node.kind === 'initializer_expression') {
    const [key, value] = node.children;
    return { key: lower.expression(key), value: lower.expression(value), at: node };
  }
  const left = node.field('left');
  const key =
    left?.kind === 'element_binding_expression'
      ? lower.expression(left.children[0]?.children.at(-1))
      : literalExpression(left?.text.slice(0, 200) ?? '', left ?? node);
  return { key, value: lower.expression(node.field('right')), at: node };
};

const isKeyed = ({ kind, children }: Syntax): boolean =>
  kind === 'assignment_expression' || (kind === 'initializer_expression' && children.length === 2);

/** Lowers `{ A = 1 }` to a record of the type, and `{ 1, 2 }` to a list. */
const initialized = (
  node: Syntax,
  { type, lower }: { type: Expression | undefined; lower: Lowering },
): Expression => {
  const items = node.children;
  if (items.length === 0 || !items.every(isKeyed))
    return { kind: 'list', items: lower.expressions(items), at: node };
  return {
    kind: 'record',
    entries: items.map((item) => entryOf(item, lower)),
    ...(type && { type }),
    at: node,
  };
};

/** Lowers `new T(…) { … }`: the value is the initialized object, or what the constructor made of its arguments. */
export const creationOf = (node: Syntax, typeName: string, lower: Lowering): Expression => {
  const list = node.field('arguments') ?? node.child('argument_list');
  const initializer = node.field('initializer') ?? node.child('initializer_expression');
  const callee = nameExpression(typeName, node.field('type') ?? node);
  const args = argumentsOf(list, lower);
  const created: Expression = { kind: 'call', callee, args, created: true, at: node };
  if (initializer === undefined || initializer.children.length === 0) return created;
  const filled = initialized(initializer, { type: callee, lower });
  const parts = args.length > 0 ? [filled, created] : [created, filled];
  return { kind: 'other', what: 'creation', parts, last: true, at: node };
};

const list: LowerExpression = (node, lower) => ({
  kind: 'list',
  items: lower.expressions(
    node.children.map((child) => (child.kind === 'argument' ? (child.children.at(-1) ?? child) : child)),
  ),
  at: node,
});

const array: LowerExpression = (node, lower) => {
  const initializer = node.child('initializer_expression');
  if (initializer) return list(initializer, lower);
  return { kind: 'call', callee: nameExpression('Array', node), args: [], created: false, at: node };
};

/** Names and values alternate; a member has its own name. */
const anonymous: LowerExpression = (node, lower) => {
  const entries: RecordEntry[] = [];
  const { children } = node;
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]!;
    const next = children[at + 1];
    if (child.kind === 'identifier' && next) {
      entries.push({ key: literalExpression(child.text, child), value: lower.expression(next), at: child });
      at += 1;
    } else {
      const name = child.field('name')?.text ?? child.text.slice(0, 200);
      entries.push({ key: literalExpression(name, child), value: lower.expression(child), at: child });
    }
  }
  return { kind: 'record', entries, at: node };
};

export const csharpCreations: Grammar['expressions'] = {
  object_creation_expression: (node, lower) => {
    const type = node.field('type');
    return creationOf(node, type ? simpleType(type) : '', lower);
  },
  implicit_object_creation_expression: (node, lower) => creationOf(node, '', lower),
  array_creation_expression: array,
  implicit_array_creation_expression: array,
  stackalloc_expression: array,
  implicit_stackalloc_expression: array,
  initializer_expression: list,
  collection_expression: list,
  // The list `[1, 2]`; behind `?.` it is an index, which the access lowers itself.
  element_binding_expression: list,
  tuple_expression: list,
  anonymous_object_creation_expression: anonymous,
};
