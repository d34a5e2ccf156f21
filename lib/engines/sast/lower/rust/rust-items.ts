import type { Annotation, ClassUnit, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { nameExpression, type Grammar, type Lowering } from '../lowering.ts';
import { functionOf } from './rust-functions.ts';
import { expressionOf, splitAt } from './rust-tokens.ts';
import { dottedPath, typeName } from './rust-types.ts';

type Lower = Grammar['statements'][string];

/** The attributes before the next item. */
const attributes = new WeakMap<Lowering, Annotation[]>();

const attribute: Lower = (node, lower) => {
  const inner = node.child('attribute');
  const [path] = inner?.children ?? [];
  const tree = inner?.field('arguments');
  if (!path) return [];
  const args = splitAt(tree, ',').map((tokens) => ({ value: expressionOf(tokens, node, lower) }));
  attributes.set(lower, [...(attributes.get(lower) ?? []), { name: dottedPath(path), args }]);
  return [];
};

const isTest = ({ name, args }: Annotation): boolean =>
  /(?:^|\.)test$/.test(name) || (name === 'cfg' && args.length === 1 && args[0]?.value.at.text === 'test');

/** Lowers an item with its attributes. Like the compiler of a release build, it leaves out tests. */
const item =
  (of: (node: Syntax, lower: Lowering, annotations: Annotation[]) => Statement[]): Lower =>
  (node, lower) => {
    const own = attributes.get(lower) ?? [];
    attributes.delete(lower);
    return own.some(isTest) ? [] : of(node, lower, own);
  };

const within = (body: Syntax | undefined, lower: Lowering, owner?: string): Statement[] => {
  const outer = lower.owner;
  lower.owner = owner;
  const statements = lower.statements(body?.children ?? []);
  lower.owner = outer;
  return statements;
};

/** Functions inside a method are not methods. */
const functionItem = item((node, lower, annotations) => {
  const unit = functionOf(node, annotations, lower);
  return [{ kind: 'function', unit, at: node }];
});

const fieldsOf = (body: Syntax | undefined): ClassUnit['fields'] => {
  if (body?.kind === 'ordered_field_declaration_list')
    return body
      .fields('type')
      .map((type, index) => ({ name: String(index), type: typeName(type), at: type }));
  return (body?.children ?? [])
    .filter(({ kind }) => kind === 'field_declaration')
    .map((field) => {
      const type = field.field('type');
      return { name: field.field('name')?.text ?? '', ...(type && { type: typeName(type) }), at: field };
    });
};

const struct = item((node, _, annotations) => {
  const unit: ClassUnit = {
    name: node.field('name')?.text ?? '',
    bases: [],
    methods: [],
    fields: fieldsOf(node.field('body')),
    annotations,
    body: [],
  };
  return [{ kind: 'class', unit, at: node }];
});

const implementation = item((node, lower) => {
  const type = node.field('type') ?? node.field('name');
  return within(node.field('body'), lower, type && typeName(type).split('.').at(-1));
});

const constant = item((node, lower) => {
  const name = node.field('name');
  const type = node.field('type');
  if (!name) return [];
  const value = lower.optional(node.field('value'));
  const declared = type && typeName(type);
  return [
    {
      kind: 'declare',
      target: nameExpression(name.text, name),
      ...(declared && { type: declared }),
      ...(value && { value }),
      at: node,
    },
  ];
});

type Binding = { local: string; path: string };

const joined = (prefix: string, path: string): string => (prefix === '' ? path : `${prefix}.${path}`);
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns what a `use` names, with full paths. */
const bindingsOf = (node: Syntax | undefined, prefix: string): Binding[] => {
  if (node === undefined) return [];
  switch (node.kind) {
    case 'use_as_clause': {
      const path = node.field('path');
      const alias = node.field('alias');
      return path && alias ? [{ local: alias.text, path: joined(prefix, dottedPath(path)) }] : [];
    }
    case 'scoped_use_list': {
      const path = node.field('path');
      return bindingsOf(node.field('list'), path ? joined(prefix, dottedPath(path)) : prefix);
    }
    case 'use_list':
      return node.children.flatMap((child) => bindingsOf(child, prefix));
    case 'use_wildcard':
      return [];
    case 'self':
      return [{ local: lastOf(prefix), path: prefix }];
    default: {
      const path = joined(prefix, dottedPath(node));
      return [{ local: lastOf(path), path }];
    }
  }
};

const imported = item((node) => [
  { kind: 'import', bindings: bindingsOf(node.field('argument'), ''), at: node },
]);

const nothing = item(() => []);

export const rustItems: Grammar['statements'] = {
  attribute_item: attribute,
  inner_attribute_item: () => [],
  function_item: functionItem,
  function_signature_item: nothing,
  struct_item: struct,
  union_item: struct,
  enum_item: nothing,
  impl_item: implementation,
  trait_item: implementation,
  mod_item: item((node, lower) => within(node.field('body'), lower)),
  foreign_mod_item: nothing,
  const_item: constant,
  static_item: constant,
  type_item: nothing,
  associated_type: nothing,
  use_declaration: imported,
  extern_crate_declaration: nothing,
  macro_definition: nothing,
};
