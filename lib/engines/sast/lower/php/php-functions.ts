import type {
  Annotation,
  ClassUnit,
  Expression,
  FunctionUnit,
  Parameter,
  Statement,
} from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { nameExpression, type Lowering } from '../lowering.ts';
import { argumentsOf } from './php-calls.ts';
import { functionName, qualifiedName, typeName } from './php-names.ts';

/** Returns the attributes of a declaration: `#[Route('/a')]`. */
export const attributesOf = (node: Syntax, lower: Lowering): Annotation[] =>
  (node.field('attributes')?.children ?? [])
    .flatMap(({ children }) => children)
    .flatMap((attribute) => {
      const [name] = attribute.children;
      return name
        ? [{ name: qualifiedName(name), args: argumentsOf(attribute.field('parameters'), lower) }]
        : [];
    });

const parameter = (node: Syntax, lower: Lowering): Parameter[] => {
  const name = node.field('name');
  if (name === undefined) return [];
  const type = typeName(node.field('type'));
  const value = node.field('default_value');
  return [
    {
      target: nameExpression((name.kind === 'by_ref' ? (name.children[0] ?? name) : name).text, name),
      rest: node.kind === 'variadic_parameter',
      ...(type && { type }),
      ...(value && { default: lower.expression(value) }),
      annotations: attributesOf(node, lower),
    },
  ];
};

const parametersOf = (node: Syntax, lower: Lowering): Parameter[] =>
  (node.field('parameters')?.children ?? []).flatMap((child) => parameter(child, lower));

const bodyOf = (node: Syntax, lower: Lowering): Statement[] => {
  const body = node.field('body');
  if (body === undefined) return [];
  if (body.kind === 'compound_statement') return lower.statements(body.children);
  return [{ kind: 'return', value: lower.expression(body), at: body }];
};

/** Lowers an anonymous function. Its variables are its own, but it sees those around it. */
export const closureOf = (node: Syntax, lower: Lowering): FunctionUnit => ({
  parameters: parametersOf(node, lower),
  body: bodyOf(node, lower),
  annotations: [],
  ownVariables: true,
  at: node,
});

/** Assigns the parameters that a constructor declares as properties. */
const promoted = (node: Syntax): Statement[] =>
  (node.field('parameters')?.children ?? [])
    .filter(({ kind }) => kind === 'property_promotion_parameter')
    .flatMap((each): Statement[] => {
      const name = each.field('name');
      if (name === undefined) return [];
      const object = nameExpression('this', name);
      const target: Expression = { kind: 'member', object, name: name.text.slice(1), at: name };
      const value: Expression = { kind: 'assign', target, value: nameExpression(name.text, name), at: name };
      return [{ kind: 'evaluate', value, at: name }];
    });

/** Marks a method that nothing outside of its class calls. */
export const hiddenMark = 'php.hidden';

const isHidden = (node: Syntax): boolean =>
  ['private', 'protected'].includes(node.child('visibility_modifier')?.text ?? '');

export const functionOf = (node: Syntax, lower: Lowering, owner?: string): FunctionUnit => {
  const name = node.field('name');
  const returnType = typeName(node.field('return_type'));
  const attributes = attributesOf(node, lower);
  return {
    ...(name && { name: owner === undefined ? functionName(name) : name.text.slice(0, 100) }),
    ...(owner !== undefined && { owner, receiver: 'this' }),
    ...(node.child('static_modifier') && { isStatic: true }),
    parameters: parametersOf(node, lower),
    body: [...promoted(node), ...bodyOf(node, lower)],
    annotations: isHidden(node) ? [...attributes, { name: hiddenMark, args: [] }] : attributes,
    ...(returnType && { returnType }),
    ownVariables: true,
    at: node,
  };
};

const promotedFields = (method: Syntax): ClassUnit['fields'] =>
  (method.field('parameters')?.children ?? [])
    .filter(({ kind }) => kind === 'property_promotion_parameter')
    .flatMap((each) => {
      const name = each.field('name')?.text.slice(1);
      const type = typeName(each.field('type'));
      return name ? [{ name, ...(type && { type }), at: each }] : [];
    });

const fieldsOf = (member: Syntax, lower: Lowering): ClassUnit['fields'] => {
  const type = typeName(member.field('type'));
  return member.children
    .filter(({ kind }) => kind === 'property_element' || kind === 'const_element')
    .flatMap((element) => {
      const isConstant = element.kind === 'const_element';
      const name = isConstant ? element.children[0]?.text : element.field('name')?.text.slice(1);
      const value = isConstant ? element.children[1] : element.field('default_value');
      if (name === undefined) return [];
      return [{ name, ...(type && { type }), ...(value && { value: lower.expression(value) }), at: element }];
    });
};

/** Assigns the initial values of properties, so that the rules for assignments see them. */
const initialized = ({ name, value, at }: ClassUnit['fields'][number]): Statement[] => {
  if (value === undefined) return [];
  const target: Expression = { kind: 'member', object: nameExpression('this', at), name, at };
  return [{ kind: 'evaluate', value: { kind: 'assign', target, value, at }, at }];
};

/** Lowers the members of a class, trait, interface or enumeration. */
export const classOf = (node: Syntax, lower: Lowering, name: string): ClassUnit => {
  const parents = ['base_clause', 'class_interface_clause'].flatMap(
    (kind) => node.child(kind)?.children ?? [],
  );
  const unit: ClassUnit = {
    name,
    bases: parents.map(qualifiedName),
    methods: [],
    fields: [],
    annotations: attributesOf(node, lower),
    body: [],
  };
  const outer = lower.owner;
  lower.owner = name;
  for (const member of node.field('body')?.children ?? []) {
    if (member.kind === 'method_declaration') {
      unit.fields.push(...promotedFields(member));
      unit.methods.push(functionOf(member, lower, name));
    } else if (member.kind === 'property_declaration' || member.kind === 'const_declaration')
      unit.fields.push(...fieldsOf(member, lower));
  }
  lower.owner = outer;
  unit.body.push(...unit.fields.flatMap(initialized));
  return unit;
};
