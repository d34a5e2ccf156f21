import type { Annotation, Argument, ClassUnit, FunctionUnit, Parameter, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { nameExpression, type Lowering } from './lowering.ts';

const afterPackage = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Returns the simple name of a class, without package and type arguments; arrays keep their brackets. */
export const simpleType = (node: Syntax): string => {
  if (node.kind === 'generic_type') return node.children[0] ? simpleType(node.children[0]) : '';
  if (node.kind === 'array_type') return `${node.children[0] ? simpleType(node.children[0]) : ''}[]`;
  return afterPackage(node.text.slice(0, 200));
};

const annotation = (node: Syntax, lower: Lowering): Annotation => ({
  name: afterPackage(node.field('name')?.text ?? ''),
  args: (node.field('arguments')?.children ?? []).map((arg): Argument => {
    if (arg.kind !== 'element_value_pair') return { value: lower.expression(arg) };
    return { name: arg.children[0]?.text ?? '', value: lower.expression(arg.children[1]) };
  }),
});

const annotationsOf = (node: Syntax, lower: Lowering): Annotation[] =>
  (node.child('modifiers')?.children ?? [])
    .filter(({ kind }) => kind === 'annotation' || kind === 'marker_annotation')
    .map((each) => annotation(each, lower));

const isStatic = (node: Syntax): boolean => node.child('modifiers')?.tokens.includes('static') ?? false;

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  if (node.kind === 'identifier')
    return [{ target: nameExpression(node.text, node), rest: false, annotations: [] }];
  const isRest = node.kind === 'spread_parameter';
  const name = isRest ? node.child('variable_declarator')?.field('name') : node.field('name');
  if (name === undefined) return [];
  const type = isRest ? undefined : node.field('type');
  return [
    {
      target: nameExpression(name.text, name),
      ...(type && { type: simpleType(type) }),
      rest: isRest,
      annotations: annotationsOf(node, lower),
    },
  ];
};

const parametersOf = (node: Syntax | undefined, lower: Lowering): Parameter[] => {
  if (node === undefined) return [];
  const list = node.kind === 'identifier' ? [node] : node.children;
  return list.flatMap((child) => parameter(child, lower));
};

const lambdaBody = (body: Syntax | undefined, lower: Lowering): Statement[] => {
  if (body === undefined) return [];
  if (body.kind === 'block') return lower.statements(body.children);
  return [{ kind: 'return', value: lower.expression(body), at: body }];
};

export const lambdaOf = (node: Syntax, lower: Lowering): FunctionUnit => {
  return {
    parameters: parametersOf(node.field('parameters'), lower),
    body: lambdaBody(node.field('body'), lower),
    annotations: [],
    at: node,
  };
};

const methodOf = (node: Syntax, lower: Lowering, owner?: string): FunctionUnit => {
  const isConstructor = node.kind !== 'method_declaration';
  const name = isConstructor ? '<init>' : node.field('name')?.text;
  const returns = node.field('type');
  return {
    ...(name && { name }),
    ...(owner && { owner, receiver: 'this' }),
    ...(returns && { returnType: simpleType(returns) }),
    ...(isStatic(node) && { isStatic: true }),
    parameters: parametersOf(node.field('parameters'), lower),
    body: lower.statements(node.field('body')?.children ?? []),
    annotations: annotationsOf(node, lower),
    at: node,
  };
};

const methodKinds = new Set([
  'method_declaration',
  'constructor_declaration',
  'compact_constructor_declaration',
]);

export const methodsOf = (body: Syntax, lower: Lowering): FunctionUnit[] =>
  body.children.filter(({ kind }) => methodKinds.has(kind)).map((node) => methodOf(node, lower));

const fieldsOf = (node: Syntax, lower: Lowering): ClassUnit['fields'] => {
  const type = node.field('type');
  return node.fields('declarator').map((declarator) => {
    const value = lower.optional(declarator.field('value'));
    return {
      name: declarator.field('name')?.text ?? '',
      ...(type && { type: simpleType(type) }),
      ...(value && { value }),
      annotations: annotationsOf(node, lower),
      at: declarator,
    };
  });
};

const memberHolders = new Set(['enum_body_declarations']);

export const classOf = (node: Syntax, lower: Lowering): ClassUnit => {
  const name = node.field('name')?.text ?? '';
  const body = node.field('body');
  const members = (body?.children ?? []).flatMap((member) =>
    memberHolders.has(member.kind) ? member.children : [member],
  );
  const bases = [
    ...(node.field('superclass')?.children ?? []),
    ...(node.field('interfaces')?.children[0]?.children ?? []),
    // These are the interfaces that an interface extends.
    ...(node.child('extends_interfaces')?.children[0]?.children ?? []),
  ].map(simpleType);
  return {
    name,
    bases,
    methods: members
      .filter(({ kind }) => methodKinds.has(kind))
      .map((member) => methodOf(member, lower, name)),
    fields: members
      .filter(({ kind }) => kind === 'field_declaration' || kind === 'constant_declaration')
      .flatMap((member) => fieldsOf(member, lower)),
    annotations: annotationsOf(node, lower),
    body: members
      .filter(({ kind }) =>
        /^(?:class|interface|enum|record)_declaration$|^static_initializer$|^block$/.test(kind),
      )
      .flatMap((member) => lower.statement(member)),
  };
};
