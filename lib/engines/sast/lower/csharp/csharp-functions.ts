import type { Annotation, Argument, FunctionUnit, Parameter, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { nameExpression, type Lowering } from '../lowering.ts';
import { returnedType, simpleType } from './csharp-types.ts';

const attribute = (node: Syntax, lower: Lowering): Annotation => {
  const name = node.field('name');
  return {
    name: (name ? simpleType(name) : '').replace(/Attribute$/, ''),
    args: (node.child('attribute_argument_list')?.children ?? []).map((argument): Argument => {
      const value = argument.children.at(-1);
      if (value?.kind !== 'assignment_expression') return { value: lower.expression(value) };
      return { name: value.field('left')?.text ?? '', value: lower.expression(value.field('right')) };
    }),
  };
};

export const attributesOf = (node: Syntax, lower: Lowering): Annotation[] =>
  node.children
    .filter(({ kind }) => kind === 'attribute_list')
    .flatMap(({ children }) => children.filter(({ kind }) => kind === 'attribute'))
    .map((each) => attribute(each, lower));

export const hasModifier = (node: Syntax, modifier: string): boolean =>
  node.children.some(({ kind, text }) => kind === 'modifier' && text === modifier);

const named = (node: Syntax): Parameter => ({
  target: nameExpression(node.text, node),
  rest: false,
  annotations: [],
});

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  if (node.kind !== 'parameter') return node.kind === 'implicit_parameter' ? [named(node)] : [];
  const name = node.field('name');
  if (name === undefined) return [];
  const type = node.field('type');
  const last = node.children.at(-1);
  const isDefault = last !== undefined && last.place.start > name.place.end;
  return [
    {
      target: nameExpression(name.text, name),
      ...(type && { type: simpleType(type) }),
      ...(isDefault && { default: lower.expression(last) }),
      rest: false,
      annotations: attributesOf(node, lower),
    },
  ];
};

/** `params string[] names` is in the list without a node of its own. */
const restOf = (list: Syntax): Parameter[] => {
  const name = list.field('name');
  return name ? [{ target: nameExpression(name.text, name), rest: true, annotations: [] }] : [];
};

export const parametersOf = (list: Syntax | undefined, lower: Lowering): Parameter[] => {
  if (list === undefined) return [];
  if (list.kind === 'implicit_parameter' || list.kind === 'identifier') return [named(list)];
  return [...list.children.flatMap((child) => parameter(child, lower)), ...restOf(list)];
};

/** Lowers a block, an arrow with its value, or nothing. */
export const bodyOf = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  if (node.kind === 'block') return lower.statements(node.children);
  const value = node.kind === 'arrow_expression_clause' ? node.children[0] : node;
  return value ? [{ kind: 'return', value: lower.expression(value), at: value }] : [];
};

export const lambdaOf = (node: Syntax, lower: Lowering): FunctionUnit => ({
  parameters: parametersOf(node.field('parameters'), lower),
  body: bodyOf(node.field('body') ?? node.child('block'), lower),
  annotations: [],
  at: node,
});

/** Lowers a method, constructor, operator or local function. */
export const functionOf = (node: Syntax, lower: Lowering, owner?: string): FunctionUnit => {
  const isConstructor = node.kind === 'constructor_declaration';
  const name = isConstructor ? '<init>' : node.field('name')?.text;
  const returns = node.field('returns') ?? node.field('type');
  return {
    ...(name && { name }),
    ...(owner && { owner, receiver: 'this' }),
    ...(returns && { returnType: returnedType(returns) }),
    ...(hasModifier(node, 'static') && { isStatic: true }),
    parameters: parametersOf(node.field('parameters'), lower),
    body: bodyOf(node.field('body') ?? node.child('block') ?? node.child('arrow_expression_clause'), lower),
    annotations: attributesOf(node, lower),
    at: node,
  };
};
