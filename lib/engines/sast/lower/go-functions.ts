import type { ClassUnit, FunctionUnit, Parameter } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { nameExpression, type Lowering } from './lowering.ts';

/** Returns a type without pointer and type arguments: `*http.Request` is `http.Request`. */
export const typeName = (node: Syntax): string => {
  if (node.kind === 'pointer_type' || node.kind === 'parenthesized_type' || node.kind === 'generic_type')
    return node.children[0] ? typeName(node.children[0]) : '';
  return node.text.slice(0, 200);
};

const parameter = (node: Syntax): Parameter[] => {
  const type = node.field('type');
  const isRest = node.kind === 'variadic_parameter_declaration';
  return node.fields('name').map((name) => ({
    target: nameExpression(name.text, name),
    ...(type && !isRest && { type: typeName(type) }),
    rest: isRest,
    annotations: [],
  }));
};

export const statementsOf = (block: Syntax | undefined): readonly Syntax[] =>
  (block?.children ?? []).flatMap((child) => (child.kind === 'statement_list' ? child.children : [child]));

export const functionOf = (node: Syntax, lower: Lowering): FunctionUnit => {
  const name = node.field('name')?.text;
  const receiver = node.field('receiver')?.children[0];
  const receiverName = receiver?.field('name')?.text;
  const receiverType = receiver?.field('type');
  const returns = node.field('result');
  return {
    ...(name && { name }),
    ...(receiverType && { owner: typeName(receiverType) }),
    ...(receiverName && { receiver: receiverName }),
    ...(returns && { returnType: typeName(returns) }),
    parameters: (node.field('parameters')?.children ?? []).flatMap(parameter),
    body: lower.statements(statementsOf(node.field('body'))),
    annotations: [],
    at: node,
  };
};

/** Lowers a struct to a class: embedded types become bases; methods are declared elsewhere. */
export const structOf = (name: string, struct: Syntax): ClassUnit => {
  const declarations = (struct.child('field_declaration_list')?.children ?? []).filter(
    ({ kind }) => kind === 'field_declaration',
  );
  const embedded = declarations.filter((field) => field.fields('name').length === 0);
  return {
    name,
    bases: embedded.flatMap((field) => (field.field('type') ? [typeName(field.field('type')!)] : [])),
    methods: [],
    fields: declarations.flatMap((field) => {
      const type = field.field('type');
      return field.fields('name').map((each) => ({
        name: each.text,
        ...(type && { type: typeName(type) }),
        at: each,
      }));
    }),
    annotations: [],
    body: [],
  };
};
