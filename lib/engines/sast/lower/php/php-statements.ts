import type { Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { firstChild } from '../c-like-expressions.ts';
import { nameExpression, type Grammar, type Lowering } from '../lowering.ts';
import { builtIn } from '../python-text.ts';
import { classOf, functionOf } from './php-functions.ts';
import { functionName, qualifiedName, typeName } from './php-names.ts';

type Lower = Grammar['statements'][string];

const blocks = new Set(['compound_statement', 'colon_block']);

const block = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  if (node === undefined) return [];
  return blocks.has(node.kind) ? lower.statements(node.children) : lower.statement(node);
};

/** Nests `elseif` and `else` clauses: each goes into the `else` of the one before. */
const otherwise = (clauses: readonly Syntax[], lower: Lowering): Statement[] => {
  const [clause, ...rest] = clauses;
  if (clause === undefined) return [];
  if (clause.kind === 'else_clause') return block(clause.field('body'), lower);
  return [
    {
      kind: 'if',
      test: lower.expression(clause.field('condition')),
      yes: block(clause.field('body'), lower),
      no: otherwise(rest, lower),
      at: clause,
    },
  ];
};

const branch: Lower = (node, lower) => [
  {
    kind: 'if',
    test: lower.expression(node.field('condition')),
    yes: block(node.field('body'), lower),
    no: otherwise(node.fields('alternative').slice(0, 100), lower),
    at: node,
  },
];

const each: Lower = (node, lower) => {
  const [over, written] = node.children;
  const isPair = written?.kind === 'pair';
  const target = isPair ? written.children[1] : written;
  const key = isPair ? firstChild(written) : undefined;
  return [
    {
      kind: 'loop',
      each: {
        target: lower.expression(target),
        ...(key && { keyTarget: lower.expression(key) }),
        over: lower.expression(over),
        keys: false,
      },
      init: [],
      update: [],
      body: block(node.field('body'), lower),
      at: node,
    },
  ];
};

const loop: Lower = (node, lower) => {
  const test = lower.optional(node.field('condition'));
  return [
    {
      kind: 'loop',
      init: lower.statements(node.fields('initialize')),
      ...(test && { test }),
      update: lower.expressions(node.fields('update')),
      body: block(node.field('body'), lower),
      at: node,
    },
  ];
};

/** The body of `do … while` runs at least once. */
const doLoop: Lower = (node, lower) => [...block(node.field('body'), lower), ...loop(node, lower)];

const choose: Lower = (node, lower) => [
  {
    kind: 'switch',
    subject: lower.expression(node.field('condition')),
    cases: (node.field('body')?.children ?? []).map((clause) => {
      const value = clause.field('value');
      const body = value ? clause.children.slice(1) : clause.children;
      return { tests: value ? [lower.expression(value)] : [], body: lower.statements(body) };
    }),
    fallsThrough: true,
    at: node,
  },
];

const attempt: Lower = (node, lower) => [
  {
    kind: 'try',
    body: block(node.field('body'), lower),
    handlers: node.children
      .filter(({ kind }) => kind === 'catch_clause')
      .map((clause) => {
        const [name, type] = [clause.field('name')?.text, typeName(clause.field('type'))];
        return {
          ...(name && { name }),
          ...(type && { type }),
          body: block(clause.field('body'), lower),
        };
      }),
    finally: block(node.child('finally_clause')?.field('body'), lower),
    at: node,
  },
];

const useBinding = (clause: Syntax, prefix: string): { local: string; path: string }[] => {
  const name = clause.children.find(({ kind }) => kind.endsWith('name'));
  if (name === undefined) return [];
  const path = prefix + qualifiedName(name);
  const local = clause.field('alias')?.text ?? path.slice(path.lastIndexOf('.') + 1);
  return [{ local, path }];
};

const imports: Lower = (node) => {
  const group = node.field('body');
  const before = group && node.child('namespace_name');
  const prefix = before ? `${qualifiedName(before)}.` : '';
  const clauses = (group ?? node).children.filter(({ kind }) => kind === 'namespace_use_clause');
  return [{ kind: 'import', bindings: clauses.flatMap((clause) => useBinding(clause, prefix)), at: node }];
};

/** Functions that never return. */
const leaving = new Set(['die', 'exit', 'abort', 'wp_die', 'show_404', 'show_error']);

const outputs = new WeakSet<Lowering>();

/** Notes whether the statement after a tag is printed: `<?= $name ?>`. */
const tag: Lower = (node, lower) => {
  const opening = node.kind === 'php_tag' ? node : node.children.findLast(({ kind }) => kind === 'php_tag');
  if (opening?.text === '<?=') outputs.add(lower);
  else outputs.delete(lower);
  return [];
};

const evaluated: Lower = (node, lower) => {
  const [only] = node.children;
  if (only === undefined) return [];
  if (outputs.delete(lower))
    return [{ kind: 'evaluate', value: builtIn('echo', [lower.expression(only)], node), at: node }];
  if (only.kind === 'throw_expression') return thrown(only, lower);
  const called = only.kind === 'function_call_expression' ? only.field('function') : only;
  const isLeaving =
    (called?.kind === 'name' || called?.kind === 'qualified_name') && leaving.has(functionName(called));
  const statements = lower.statement(only);
  return isLeaving ? [...statements, { kind: 'leave', how: 'throw', at: node }] : statements;
};

const thrown: Lower = (node, lower) => [
  { kind: 'leave', how: 'throw', value: lower.expression(firstChild(node)), at: node },
];

const leave =
  (how: 'break' | 'continue'): Lower =>
  (node) => [{ kind: 'leave', how, at: node }];

const printed: Lower = (node, lower) => {
  const [only] = node.children;
  const values = only?.kind === 'sequence_expression' ? only.children : node.children;
  return values.map((value) => ({
    kind: 'evaluate',
    value: builtIn('echo', [lower.expression(value)], value),
    at: node,
  }));
};

const exit: Lower = (node, lower) => [
  { kind: 'evaluate', value: builtIn('exit', lower.expressions(node.children), node), at: node },
  { kind: 'leave', how: 'throw', at: node },
];

const declarations: Lower = (node, lower) =>
  node.children.flatMap((child): Statement[] => {
    const isConstant = child.kind === 'const_element';
    const name = isConstant ? child.children[0] : child.field('name');
    const value = lower.optional(isConstant ? child.children[1] : child.field('value'));
    if (name === undefined) return [];
    return [{ kind: 'declare', target: nameExpression(name.text, name), ...(value && { value }), at: child }];
  });

const classes: Lower = (node, lower) => [
  { kind: 'class', unit: classOf(node, lower, node.field('name')?.text ?? ''), at: node },
];

const nothing: Lower = () => [];

export const phpStatements: Grammar['statements'] = {
  php_tag: tag,
  text_interpolation: tag,
  text: nothing,
  php_end_tag: nothing,
  expression_statement: evaluated,
  echo_statement: printed,
  exit_statement: exit,
  throw_expression: thrown,
  compound_statement: (node, lower) => lower.statements(node.children),
  colon_block: (node, lower) => lower.statements(node.children),
  namespace_definition: (node, lower) => lower.statements(node.field('body')?.children ?? []),
  namespace_use_declaration: imports,
  function_definition: (node, lower) => [{ kind: 'function', unit: functionOf(node, lower), at: node }],
  class_declaration: classes,
  trait_declaration: classes,
  interface_declaration: classes,
  enum_declaration: classes,
  if_statement: branch,
  foreach_statement: each,
  for_statement: loop,
  while_statement: loop,
  do_statement: doLoop,
  switch_statement: choose,
  try_statement: attempt,
  return_statement: (node, lower) => {
    const value = lower.optional(firstChild(node));
    return [{ kind: 'return', ...(value && { value }), at: node }];
  },
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  const_declaration: declarations,
  function_static_declaration: declarations,
  global_declaration: nothing,
  unset_statement: nothing,
  goto_statement: nothing,
  declare_statement: (node, lower) => block(node.child('compound_statement'), lower),
  empty_statement: nothing,
};
