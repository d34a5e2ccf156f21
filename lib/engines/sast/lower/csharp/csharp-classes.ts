import type { ClassUnit, FunctionUnit } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import type { Lowering } from '../lowering.ts';
import { nameExpression } from '../lowering.ts';
import { attributesOf, bodyOf, functionOf, parametersOf } from './csharp-functions.ts';
import { simpleType } from './csharp-types.ts';
import { valueOf } from './csharp-values.ts';

const functionKinds = new Set([
  'method_declaration',
  'constructor_declaration',
  'destructor_declaration',
  'operator_declaration',
  'conversion_operator_declaration',
]);

const nestedKinds = /^(?:class|struct|record|interface|enum)_declaration$/;

/** The accessors of a property or indexer; a setter gets its `value`. */
const accessorsOf = (node: Syntax, owner: string, lower: Lowering): FunctionUnit[] => {
  const name = node.field('name')?.text ?? 'Item';
  const arrow = node.field('value');
  const unit = (prefix: string, at: Syntax): FunctionUnit => ({
    name: `${prefix}_${name}`,
    owner,
    receiver: 'this',
    parameters:
      prefix === 'set' ? [{ target: nameExpression('value', at), rest: false, annotations: [] }] : [],
    body: bodyOf(at.kind === 'arrow_expression_clause' ? at : (at.field('body') ?? at.child('block')), lower),
    annotations: [],
    at,
  });
  const accessors = (node.field('accessors')?.children ?? []).filter(({ children }) => children.length > 0);
  return [
    ...(arrow?.kind === 'arrow_expression_clause' ? [unit('get', arrow)] : []),
    ...accessors.map((each) => unit(each.tokens[0] === 'get' ? 'get' : 'set', each)),
  ];
};

const methodsOf = (member: Syntax, owner: string, lower: Lowering): FunctionUnit[] => {
  if (functionKinds.has(member.kind)) return [functionOf(member, lower, owner)];
  const isProperty = member.kind === 'property_declaration' || member.kind === 'indexer_declaration';
  return isProperty ? accessorsOf(member, owner, lower) : [];
};

const propertyOf = (member: Syntax, lower: Lowering): ClassUnit['fields'] => {
  const name = member.field('name');
  const type = member.field('type');
  const value = member.field('value');
  if (!name || value?.kind === 'arrow_expression_clause') return [];
  return [
    {
      name: name.text,
      ...(type && { type: simpleType(type) }),
      ...(value && { value: valueOf(value, type, lower) }),
      annotations: attributesOf(member, lower),
      at: member,
    },
  ];
};

const fieldsOf = (member: Syntax, lower: Lowering): ClassUnit['fields'] => {
  if (member.kind === 'property_declaration') return propertyOf(member, lower);
  if (member.kind !== 'field_declaration') return [];
  const declaration = member.child('variable_declaration');
  const type = declaration?.field('type');
  return (declaration?.children ?? [])
    .filter(({ kind }) => kind === 'variable_declarator')
    .map((declarator) => {
      const [name, value] = declarator.children;
      return {
        name: name?.text ?? '',
        ...(type && { type: simpleType(type) }),
        ...(value && { value: valueOf(value, type, lower) }),
        annotations: attributesOf(member, lower),
        at: declarator,
      };
    });
};

/** The parameters of a primary constructor are known in the whole class. */
const primaryFields = (list: Syntax | undefined, lower: Lowering): ClassUnit['fields'] =>
  parametersOf(list, lower).flatMap(({ target, type }) =>
    target.kind === 'name' ? [{ name: target.name, ...(type && { type }), at: target.at }] : [],
  );

/** Members inside a preprocessor condition are members like others. */
const membersOf = (body: Syntax | undefined): Syntax[] =>
  (body?.children ?? []).flatMap((member) =>
    member.kind.startsWith('preproc_') ? member.children : [member],
  );

export const classOf = (node: Syntax, lower: Lowering): ClassUnit => {
  const name = node.field('name')?.text ?? '';
  const members = membersOf(node.field('body'));
  const bases = (node.child('base_list')?.children ?? []).filter(({ kind }) => kind !== 'argument_list');
  return {
    name,
    bases: bases.map((base) =>
      simpleType(base.kind === 'primary_constructor_base_type' ? (base.children[0] ?? base) : base),
    ),
    methods: members.flatMap((member) => methodsOf(member, name, lower)),
    fields: [
      ...primaryFields(node.child('parameter_list'), lower),
      ...members.flatMap((member) => fieldsOf(member, lower)),
    ],
    annotations: attributesOf(node, lower),
    body: members.filter(({ kind }) => nestedKinds.test(kind)).flatMap((member) => lower.statement(member)),
  };
};
