import type { Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { classOf, simpleType } from './java-functions.ts';
import { nameExpression, type Grammar, type Lowering } from './lowering.ts';

type Lower = Grammar['statements'][string];

const body = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  return node.kind === 'block' ? lower.statements(node.children) : lower.statement(node);
};

const declaration: Lower = (node, lower) => {
  const type = node.field('type');
  const written = type && simpleType(type);
  return node.fields('declarator').map((declarator): Statement => {
    const value = lower.optional(declarator.field('value'));
    const name = declarator.field('name');
    return {
      kind: 'declare',
      target: nameExpression(name?.text ?? '', declarator),
      ...(written && written !== 'var' && { type: written }),
      ...(value && { value }),
      at: declarator,
    };
  });
};

const branch: Lower = (node, lower) => [
  {
    kind: 'if',
    test: lower.expression(node.field('condition')),
    yes: body(node.field('consequence'), lower),
    no: body(node.field('alternative'), lower),
    at: node,
  },
];

const loop: Lower = (node, lower) => {
  const test = lower.optional(node.field('condition'));
  return [
    {
      kind: 'loop',
      init: node.fields('init').flatMap((init) => lower.statement(init)),
      ...(test && { test }),
      update: lower.expressions(node.fields('update')),
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const forEach: Lower = (node, lower) => {
  const type = node.field('type');
  const name = node.field('name');
  if (!name) return [];
  return [
    {
      kind: 'loop',
      each: {
        target: nameExpression(name.text, name),
        over: lower.expression(node.field('value')),
        keys: false,
        ...(type && { type: simpleType(type) }),
      },
      init: [],
      update: [],
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const switchOver: Lower = (node, lower) => {
  const arms = node.field('body')?.children ?? [];
  const isRule = arms[0]?.kind === 'switch_rule';
  return [
    {
      kind: 'switch',
      subject: lower.expression(node.field('condition')),
      cases: arms.map((arm) => {
        const labels = arm.children.filter(({ kind }) => kind === 'switch_label');
        const statements = arm.children.filter(({ kind }) => kind !== 'switch_label');
        const isDefault = labels.some(({ children }) => children.length === 0);
        return {
          tests: isDefault ? [] : lower.expressions(labels.flatMap(({ children }) => children)),
          body: statements.flatMap((statement) => body(statement, lower)),
        };
      }),
      fallsThrough: !isRule,
      at: node,
    },
  ];
};

const handler = (clause: Syntax, lower: Lowering) => {
  const parameter = clause.child('catch_formal_parameter');
  const name = parameter?.field('name')?.text;
  const type = parameter?.child('catch_type')?.children[0];
  return {
    ...(name && { name }),
    ...(type && { type: simpleType(type) }),
    body: body(clause.field('body'), lower),
  };
};

const resource = (node: Syntax, lower: Lowering): Statement[] => {
  const name = node.field('name');
  const value = node.field('value');
  const type = node.field('type');
  if (!name || !value) return lower.statements(node.children);
  const written = type && simpleType(type);
  return [
    {
      kind: 'declare',
      target: nameExpression(name.text, name),
      ...(written && written !== 'var' && { type: written }),
      value: lower.expression(value),
      at: node,
    },
  ];
};

const attempt: Lower = (node, lower) => [
  {
    kind: 'try',
    body: [
      ...(node.field('resources')?.children ?? []).flatMap((each) => resource(each, lower)),
      ...body(node.field('body'), lower),
    ],
    handlers: node.children
      .filter(({ kind }) => kind === 'catch_clause')
      .map((clause) => handler(clause, lower)),
    finally: body(node.child('finally_clause')?.child('block'), lower),
    at: node,
  },
];

const imported: Lower = (node) => {
  const path = node.children.find(({ kind }) => kind === 'scoped_identifier')?.text ?? '';
  if (node.child('asterisk')) return [{ kind: 'import', bindings: [], at: node }];
  const segments = path.split('.');
  const name = segments.at(-1) ?? '';
  const isStatic = node.tokens.includes('static');
  return [
    {
      kind: 'import',
      bindings: [{ local: name, path: isStatic ? segments.slice(-2).join('.') : name }],
      at: node,
    },
  ];
};

const leave =
  (how: 'throw' | 'break' | 'continue'): Lower =>
  (node, lower) => {
    const value = how === 'throw' ? lower.optional(node.children[0]) : undefined;
    return [{ kind: 'leave', how, ...(value && { value }), at: node }];
  };

const within: Lower = (node, lower) => lower.statements(node.children);
const nothing: Lower = () => [];
const classDeclaration: Lower = (node, lower) => [{ kind: 'class', unit: classOf(node, lower), at: node }];

export const javaStatements: Grammar['statements'] = {
  package_declaration: nothing,
  import_declaration: imported,
  class_declaration: classDeclaration,
  interface_declaration: classDeclaration,
  enum_declaration: classDeclaration,
  record_declaration: classDeclaration,
  annotation_type_declaration: nothing,
  static_initializer: (node, lower) => body(node.child('block'), lower),
  expression_statement: within,
  block: within,
  local_variable_declaration: declaration,
  if_statement: branch,
  for_statement: loop,
  while_statement: loop,
  do_statement: loop,
  enhanced_for_statement: forEach,
  switch_expression: switchOver,
  try_statement: attempt,
  try_with_resources_statement: attempt,
  synchronized_statement: (node, lower) => body(node.field('body'), lower),
  labeled_statement: (node, lower) => body(node.children[1], lower),
  return_statement: (node, lower) => {
    const value = lower.optional(node.children[0]);
    return [{ kind: 'return', ...(value && { value }), at: node }];
  },
  throw_statement: leave('throw'),
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  assert_statement: nothing,
};
