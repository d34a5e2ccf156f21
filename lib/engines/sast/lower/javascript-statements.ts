import type { Expression, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { classOf, functionOf } from './javascript-functions.ts';
import type { Grammar, Lowering } from './lowering.ts';

type Lower = Grammar['statements'][string];

const bare = (specifier: string): string => specifier.replace(/^node:/, '');
const sourceOf = (node: Syntax): string => bare(node.field('source')?.text.slice(1, -1) ?? '');

const declaration: Lower = (node, lower) =>
  node.children
    .filter(({ kind }) => kind === 'variable_declarator')
    .map((declarator): Statement => {
      const value = lower.optional(declarator.field('value'));
      const target = lower.expression(declarator.field('name'));
      return { kind: 'declare', target, ...(value && { value }), at: declarator };
    });

/** Lowers a body, which is one statement or a block. */
const body = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  return node.kind === 'statement_block' ? lower.statements(node.children) : lower.statement(node);
};

const branch: Lower = (node, lower) => {
  const alternative = node.field('alternative');
  return [
    {
      kind: 'if',
      test: lower.expression(node.field('condition')),
      yes: body(node.field('consequence'), lower),
      no: alternative ? body(alternative.children[0], lower) : [],
      at: node,
    },
  ];
};

const loop: Lower = (node, lower) => {
  const test = lower.optional(node.field('condition'));
  const step = lower.optional(node.field('increment'));
  return [
    {
      kind: 'loop',
      init: lower.statement(node.field('initializer')),
      ...(test && { test }),
      update: step ? [step] : [],
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const forIn: Lower = (node, lower) => {
  const left = node.field('left');
  const right = node.field('right');
  if (!left || !right) return [];
  return [
    {
      kind: 'loop',
      each: {
        target: lower.expression(left),
        over: lower.expression(right),
        keys: node.field('operator')?.kind === 'in',
      },
      init: [],
      update: [],
      body: body(node.field('body'), lower),
      at: node,
    },
  ];
};

const switchOver: Lower = (node, lower) => {
  const subject = lower.optional(node.field('value'));
  const cases = (node.field('body')?.children ?? []).map((child) => {
    const value = child.kind === 'switch_case' ? child.field('value') : undefined;
    const statements = value ? child.children.slice(1) : child.children;
    return { tests: value ? [lower.expression(value)] : [], body: lower.statements(statements) };
  });
  return [{ kind: 'switch', ...(subject && { subject }), cases, fallsThrough: true, at: node }];
};

const attempt: Lower = (node, lower) => {
  const handler = node.field('handler');
  const name = handler?.field('parameter')?.text;
  return [
    {
      kind: 'try',
      body: body(node.field('body'), lower),
      handlers: handler ? [{ ...(name && { name }), body: body(handler.field('body'), lower) }] : [],
      finally: body(node.field('finalizer')?.children[0], lower),
      at: node,
    },
  ];
};

const importClause = (clause: Syntax, path: string): { local: string; path: string }[] =>
  clause.children.flatMap((part) => {
    if (part.kind === 'named_imports')
      return part.children.map((specifier) => {
        const name = specifier.field('name')?.text ?? '';
        return { local: specifier.field('alias')?.text ?? name, path: `${path}.${name}` };
      });
    const local = part.kind === 'identifier' ? part.text : part.children[0]?.text;
    return local ? [{ local, path }] : [];
  });

const imported: Lower = (node) => {
  const required = node.child('import_require_clause');
  const path = required ? bare(required.child('string')?.text.slice(1, -1) ?? '') : sourceOf(node);
  const clause = node.child('import_clause') ?? required;
  return clause
    ? [
        {
          kind: 'import',
          bindings: importClause(clause, path).filter(({ local }) => !local.startsWith("'")),
          at: node,
        },
      ]
    : [];
};

const markDefault = (statement: Statement): void => {
  if (statement.kind === 'function') statement.unit.isDefault = true;
  else if (statement.kind === 'evaluate' && statement.value.kind === 'function')
    statement.value.unit.isDefault = true;
};

const exported: Lower = (node, lower) => {
  const declared = node.field('declaration') ?? node.field('value');
  if (declared) {
    const statements = lower.statement(declared);
    if (node.tokens.includes('default')) statements.forEach(markDefault);
    return statements;
  }
  return node.field('source')
    ? []
    : lower.statements(node.children.filter(({ kind }) => kind !== 'export_clause'));
};

const leave =
  (how: 'throw' | 'break' | 'continue'): Lower =>
  (node, lower) => {
    const value = how === 'throw' ? lower.optional(node.children[0]) : undefined;
    return [{ kind: 'leave', how, ...(value && { value }), at: node }];
  };

const returned: Lower = (node, lower) => {
  const value: Expression | undefined = lower.optional(node.children[0]);
  return [{ kind: 'return', ...(value && { value }), at: node }];
};

const within: Lower = (node, lower) => lower.statements(node.children);
const nothing: Lower = () => [];

export const javascriptStatements: Grammar['statements'] = {
  expression_statement: within,
  statement_block: within,
  labeled_statement: (node, lower) => lower.statement(node.field('body')),
  lexical_declaration: declaration,
  variable_declaration: declaration,
  function_declaration: (node, lower) => [{ kind: 'function', unit: functionOf(node, lower), at: node }],
  generator_function_declaration: (node, lower) => [
    { kind: 'function', unit: functionOf(node, lower), at: node },
  ],
  class_declaration: (node, lower) => [{ kind: 'class', unit: classOf(node, lower), at: node }],
  abstract_class_declaration: (node, lower) => [{ kind: 'class', unit: classOf(node, lower), at: node }],
  class: (node, lower) => [{ kind: 'class', unit: classOf(node, lower), at: node }],
  if_statement: branch,
  for_statement: loop,
  while_statement: loop,
  do_statement: loop,
  for_in_statement: forIn,
  switch_statement: switchOver,
  try_statement: attempt,
  return_statement: returned,
  throw_statement: leave('throw'),
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  import_statement: imported,
  export_statement: exported,
  internal_module: (node, lower) => lower.statements(node.field('body')?.children ?? []),
  module: (node, lower) => lower.statements(node.field('body')?.children ?? []),
  interface_declaration: nothing,
  type_alias_declaration: nothing,
  ambient_declaration: nothing,
  enum_declaration: nothing,
  function_signature: nothing,
  empty_statement: nothing,
  decorator: nothing,
  hash_bang_line: nothing,
};
