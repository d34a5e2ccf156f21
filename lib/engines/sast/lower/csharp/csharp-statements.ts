import type { Expression, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { nameExpression, type Grammar, type Lowering } from '../lowering.ts';
import { classOf } from './csharp-classes.ts';
import { functionOf } from './csharp-functions.ts';
import { patternTest } from './csharp-patterns.ts';
import { simpleType } from './csharp-types.ts';
import { valueOf } from './csharp-values.ts';

type Lower = Grammar['statements'][string];

const within: Lower = (node, lower) => lower.statements(node.children);
const nothing: Lower = () => [];

const body = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  return node.kind === 'block' ? lower.statements(node.children) : lower.statement(node);
};

/** A name, or the names of a destructured tuple. */
const targetOf = (node: Syntax): Expression => {
  if (node.kind !== 'tuple_pattern') return nameExpression(node.text.replace(/^@/, ''), node);
  return { kind: 'list', items: node.children.map(targetOf), at: node };
};

const declaration: Lower = (node, lower) => {
  const type = node.field('type');
  const written = type && type.kind !== 'implicit_type' ? simpleType(type) : undefined;
  return node.children
    .filter(({ kind }) => kind === 'variable_declarator')
    .flatMap((declarator): Statement[] => {
      const [name, value] = declarator.children;
      if (name === undefined) return [];
      return [
        {
          kind: 'declare',
          target: targetOf(name),
          ...(written && { type: written }),
          ...(value && { value: valueOf(value, type, lower) }),
          at: declarator,
        },
      ];
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
      init: node.fields('initializer').flatMap((init) => lower.statement(init)),
      ...(test && { test }),
      update: lower.expressions(node.fields('update')),
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const forEach: Lower = (node, lower) => {
  const type = node.field('type');
  const left = node.field('left');
  if (!left) return [];
  return [
    {
      kind: 'loop',
      each: {
        target: targetOf(left),
        over: lower.expression(node.field('right')),
        keys: false,
        ...(type && type.kind !== 'implicit_type' && { type: simpleType(type) }),
      },
      init: [],
      update: [],
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const labelKinds = /_pattern$|^(?:when_clause|discard)$/;

const caseOf = (section: Syntax, subject: Expression, lower: Lowering) => {
  const labels = section.children.filter(({ kind }) => labelKinds.test(kind) && kind !== 'when_clause');
  const guard = section.child('when_clause');
  const constants = labels
    .filter(({ kind }) => kind === 'constant_pattern')
    .flatMap(({ children }) => children);
  const others = labels.filter(({ kind }) => kind !== 'constant_pattern');
  return {
    tests: [
      ...lower.expressions(constants),
      ...others.map((label) => patternTest(subject, label, { at: label, lower })),
      ...(guard ? lower.expressions(guard.children) : []),
    ],
    body: lower.statements(section.children.filter(({ kind }) => !labelKinds.test(kind))),
  };
};

const switchOver: Lower = (node, lower) => {
  const subject = lower.expression(node.field('value'));
  const sections = (node.field('body')?.children ?? []).filter(({ kind }) => kind === 'switch_section');
  const cases = sections.map((section) => caseOf(section, subject, lower));
  return [{ kind: 'switch', subject, cases, fallsThrough: true, at: node }];
};

const handler = (clause: Syntax, lower: Lowering) => {
  const declared = clause.child('catch_declaration');
  const name = declared?.field('name')?.text;
  const type = declared?.field('type');
  return {
    ...(name && { name }),
    ...(type && { type: simpleType(type) }),
    body: body(clause.field('body'), lower),
  };
};

const attempt: Lower = (node, lower) => [
  {
    kind: 'try',
    body: body(node.field('body'), lower),
    handlers: node.children
      .filter(({ kind }) => kind === 'catch_clause')
      .map((clause) => handler(clause, lower)),
    finally: body(node.child('finally_clause')?.child('block'), lower),
    at: node,
  },
];

const used: Lower = (node, lower) => {
  const resource = node.children.filter(({ kind }) => kind !== 'block');
  const block = node.field('body');
  const before = resource.filter(({ place }) => place.start !== block?.place.start);
  return [...lower.statements(before), ...body(block, lower)];
};

/** Only an alias names a class; importing a namespace names none. */
const imported: Lower = (node) => {
  const alias = node.field('name');
  const target = node.children.at(-1);
  if (!alias || !target) return [];
  const binding = { local: alias.text, path: simpleType(target) };
  return [{ kind: 'import', bindings: [binding], at: node }];
};

const leave =
  (how: 'throw' | 'break' | 'continue'): Lower =>
  (node, lower) => {
    const value = how === 'throw' ? lower.optional(node.children[0]) : undefined;
    return [{ kind: 'leave', how, ...(value && { value }), at: node }];
  };

const returned: Lower = (node, lower) => {
  const value = lower.optional(node.children[0]);
  return [{ kind: 'return', ...(value && { value }), at: node }];
};

const namespace: Lower = (node, lower) => lower.statements(node.field('body')?.children ?? []);
const type: Lower = (node, lower) => [{ kind: 'class', unit: classOf(node, lower), at: node }];

export const csharpStatements: Grammar['statements'] = {
  using_directive: imported,
  extern_alias_directive: nothing,
  attribute_list: nothing,
  global_attribute: nothing,
  namespace_declaration: namespace,
  file_scoped_namespace_declaration: namespace,
  class_declaration: type,
  struct_declaration: type,
  record_declaration: type,
  record_struct_declaration: type,
  interface_declaration: type,
  enum_declaration: nothing,
  delegate_declaration: nothing,
  global_statement: within,
  preproc_if: within,
  preproc_else: within,
  preproc_elif: within,
  expression_statement: within,
  block: within,
  checked_statement: within,
  unsafe_statement: within,
  lock_statement: within,
  fixed_statement: used,
  using_statement: used,
  local_declaration_statement: (node, lower) =>
    lower.statements(node.children.filter(({ kind }) => kind === 'variable_declaration')),
  variable_declaration: declaration,
  local_function_statement: (node, lower) => [{ kind: 'function', unit: functionOf(node, lower), at: node }],
  if_statement: branch,
  for_statement: loop,
  while_statement: loop,
  do_statement: loop,
  foreach_statement: forEach,
  switch_statement: switchOver,
  try_statement: attempt,
  labeled_statement: (node, lower) => lower.statement(node.children.at(-1)),
  return_statement: returned,
  yield_statement: (node, lower) => lower.statements(node.children),
  throw_statement: leave('throw'),
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  goto_statement: nothing,
  empty_statement: nothing,
};
