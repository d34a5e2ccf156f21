import type { Argument, Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, firstChild, type LowerExpression } from '../c-like-expressions.ts';
import { literalExpression, nameExpression, type Lowering } from '../lowering.ts';
import { builtIn } from '../python-text.ts';
import { classOf } from './php-functions.ts';
import { functionName, qualifiedName, scopeExpression } from './php-names.ts';
import { libraryCall } from './php-text.ts';

const argument = (node: Syntax, lower: Lowering): Argument[] => {
  if (node.kind !== 'argument') return [{ value: lower.expression(node) }];
  const name = node.field('name');
  const value = node.children.at(-1);
  if (value === undefined || value.kind === 'variadic_placeholder') return [];
  return [{ ...(name && { name: name.text }), value: lower.expression(value) }];
};

export const argumentsOf = (list: Syntax | undefined, lower: Lowering): Argument[] =>
  (list?.children ?? []).flatMap((child) => argument(child, lower));

/** The call that represents a name chosen at run time; rules examine who may have chosen it. */
export const dynamicName = 'php.dynamic_name';

/** Wraps a dynamically chosen name in that call. */
const chosen = (by: Expression, used: Expression, at: Syntax): Expression => ({
  kind: 'other',
  what: 'chosen name',
  parts: [builtIn(dynamicName, [by], at), used],
  last: true,
  at,
});

export const functionCall: LowerExpression = (node, lower) => {
  const written = node.field('function');
  const args = argumentsOf(node.field('arguments'), lower);
  if (written?.kind === 'name' || written?.kind === 'qualified_name') {
    const name = functionName(written);
    const callee = nameExpression(name, written);
    return libraryCall(name, args, node) ?? { kind: 'call', callee, args, created: false, at: node };
  }
  const callee = lower.expression(written);
  const call: Expression = { kind: 'call', callee, args, created: false, at: node };
  return written?.kind === 'variable_name' ? chosen(callee, call, node) : call;
};

/** The object of a member: a variable, or the class of a static one. */
const objectOf = (node: Syntax, lower: Lowering): Expression => {
  const written = node.field('object') ?? node.field('scope') ?? firstChild(node);
  return (written && scopeExpression(written)) ?? lower.expression(written);
};

const isFixedName = (name: Syntax | undefined): name is Syntax =>
  name?.kind === 'name' || (name?.kind === 'variable_name' && name.children[0]?.kind === 'name');

export const memberCall: LowerExpression = (node, lower) => {
  const object = objectOf(node, lower);
  const name = node.field('name');
  const args = argumentsOf(node.field('arguments'), lower);
  if (name?.kind === 'name') {
    const callee: Expression = { kind: 'member', object, name: name.text, at: node };
    return { kind: 'call', callee, args, created: false, at: node };
  }
  const by = lower.expression(name);
  const callee: Expression = { kind: 'index', object, index: by, at: node };
  return chosen(by, { kind: 'call', callee, args, created: false, at: node }, node);
};

export const memberAccess: LowerExpression = (node, lower) => {
  const object = objectOf(node, lower);
  const name = node.field('name');
  if (node.kind === 'scoped_property_access_expression' && isFixedName(name))
    return { kind: 'member', object, name: name.text.replace(/^\$/, ''), at: node };
  if (name?.kind === 'name') return { kind: 'member', object, name: name.text, at: node };
  return { kind: 'index', object, index: lower.expression(name), at: node };
};

export const classConstant: LowerExpression = (node, lower) => {
  const [, name] = node.children;
  return { kind: 'member', object: objectOf(node, lower), name: name?.text ?? '', at: node };
};

/** Lowers an anonymous class to its methods. */
const anonymousClass = (node: Syntax, lower: Lowering): Expression => ({
  kind: 'record',
  entries: classOf(node, lower, 'class').methods.map((unit) => ({
    key: literalExpression(unit.name ?? '', unit.at),
    value: { kind: 'function', unit, at: unit.at },
    at: unit.at,
  })),
  at: node,
});

export const creation: LowerExpression = (node, lower) => {
  const [written] = node.children;
  if (written === undefined) return emptyExpression(node);
  if (written.kind === 'anonymous_class') return anonymousClass(written, lower);
  const args = argumentsOf(node.child('arguments'), lower);
  const isFixed = written.kind === 'name' || written.kind === 'qualified_name';
  const callee = isFixed ? nameExpression(qualifiedName(written), written) : lower.expression(written);
  const call: Expression = { kind: 'call', callee, args, created: isFixed, at: node };
  return isFixed || written.kind === 'relative_scope' ? call : chosen(callee, call, node);
};
