import type { ClassUnit, Expression, FunctionUnit, Parameter, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { literalExpression, nameExpression, type Lowering } from '../lowering.ts';
import { stateOf, unnamedBlock } from './ruby-state.ts';
import { bodyOf } from './ruby-statements.ts';

const plain = { rest: false, annotations: [] };

/** Returns the target of a parameter in a list: a name, or a list of names. */
const targetOf = (node: Syntax, lower: Lowering): Expression => {
  if (node.kind === 'identifier') {
    stateOf(lower).declare(node.text);
    return nameExpression(node.text, node);
  }
  const inner = node.field('name');
  if (inner) return targetOf(inner, lower);
  return { kind: 'list', items: node.children.map((child) => targetOf(child, lower)), at: node };
};

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  const target = targetOf(node, lower);
  if (node.kind === 'block_parameter') {
    if (target.kind !== 'name') return [];
    stateOf(lower).nameBlock(target.name);
    return [{ ...plain, target, isBlock: true }];
  }
  // The remaining named values become one hash.
  if (node.kind === 'hash_splat_parameter') return [];
  const value = node.field('value');
  return [
    {
      target,
      rest: node.kind === 'splat_parameter',
      ...(value && { default: lower.expression(value) }),
      annotations: [],
    },
  ];
};

const parametersOf = (node: Syntax | undefined, lower: Lowering): Parameter[] =>
  (node?.children ?? []).flatMap((child) => parameter(child, lower));

/** Lowers a block or lambda: it sees the variables around it, and its last value is its result. */
export const blockOf = (node: Syntax, lower: Lowering, parameters?: Syntax): FunctionUnit =>
  stateOf(lower).enclose(false, () => ({
    parameters: parametersOf(parameters ?? node.field('parameters'), lower),
    body: bodyOf(node.field('body'), lower, true),
    annotations: [],
    at: node,
  }));

export const methodOf = (
  node: Syntax,
  lower: Lowering,
  { owner, isStatic }: { owner?: string | undefined; isStatic?: boolean } = {},
): FunctionUnit => {
  const state = stateOf(lower);
  return state.enclose(true, () => {
    const parameters = parametersOf(node.field('parameters'), lower);
    const body = bodyOf(node.field('body'), lower, true);
    const target = nameExpression(unnamedBlock, node);
    return {
      name: node.field('name')?.text.slice(0, 100) ?? '',
      ...(owner !== undefined && { owner, receiver: 'this' }),
      ...((isStatic || node.kind === 'singleton_method') && { isStatic: true }),
      parameters: state.yieldsUnnamed ? [...parameters, { ...plain, target, isBlock: true }] : parameters,
      body,
      annotations: [],
      ownVariables: true,
      at: node,
    };
  });
};

const accessors = new Set(['attr_accessor', 'attr_reader', 'attr', 'delegate', 'let']);

const membersOf = (node: Syntax): Syntax[] => node.field('body')?.children ?? [];

/** Returns the names of the attributes that a class declares. */
const attributesOf = (node: Syntax): Set<string> =>
  new Set(
    membersOf(node)
      .filter(({ kind }) => kind === 'call')
      .filter((call) => accessors.has(call.field('method')?.text ?? ''))
      .flatMap((call) => call.field('arguments')?.children ?? [])
      .filter(({ kind }) => kind === 'simple_symbol')
      .map(({ text }) => text.slice(1)),
  );

const methodKinds = new Set(['method', 'singleton_method']);

/** Returns the methods that a statement declares: `def`, `private def`, and those of `class << self`. */
const declared = (member: Syntax): { method: Syntax; isStatic: boolean }[] => {
  if (methodKinds.has(member.kind)) return [{ method: member, isStatic: false }];
  if (member.kind === 'singleton_class')
    return membersOf(member).flatMap((inner) => declared(inner).map((each) => ({ ...each, isStatic: true })));
  if (member.kind !== 'call' || member.field('receiver')) return [];
  return (member.field('arguments')?.children ?? [])
    .filter(({ kind }) => methodKinds.has(kind))
    .map((method) => ({ method, isStatic: false }));
};

const constantsOf = (member: Syntax, lower: Lowering): ClassUnit['fields'] => {
  const name = member.field('left');
  const value = member.field('right');
  if (member.kind !== 'assignment' || name?.kind !== 'constant' || value === undefined) return [];
  return [{ name: name.text, value: lower.expression(value), at: member }];
};

const shortName = (node: Syntax | undefined): string => node?.text.slice(-100).split('::').at(-1) ?? '';

/** Lowers a class or module. Its other statements run when the class is declared. */
export const classOf = (node: Syntax, lower: Lowering): Statement => {
  const state = stateOf(lower);
  const outer = { attributes: state.attributes, owner: lower.owner };
  const name = shortName(node.field('name'));
  const base = node.field('superclass')?.children[0]?.text.slice(0, 100).replaceAll('::', '.');
  const unit: ClassUnit = {
    name,
    bases: base ? [base] : [],
    methods: [],
    fields: [],
    annotations: [],
    body: [],
  };
  state.attributes = attributesOf(node);
  lower.owner = name;
  const isModule = node.kind === 'module';
  for (const member of membersOf(node)) {
    const methods = declared(member);
    for (const { method, isStatic } of methods)
      unit.methods.push(methodOf(method, lower, { owner: name, isStatic: isStatic || isModule }));
    unit.fields.push(...constantsOf(member, lower));
    if (methods.length === 0) unit.body.push(...lower.statement(member));
  }
  state.attributes = outer.attributes;
  lower.owner = outer.owner;
  return { kind: 'class', unit, at: node };
};

/** The key of a hash or named argument, as a string. */
export const keyOf = (node: Syntax | undefined, lower: Lowering): Expression => {
  if (node?.kind === 'hash_key_symbol') return literalExpression(node.text, node);
  return lower.expression(node);
};
