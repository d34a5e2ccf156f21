import type { Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { classOf, decoratorsOf, functionOf } from './python-functions.ts';
import { nameExpression, type Grammar, type Lowering } from './lowering.ts';

type Lower = Grammar['statements'][string];

const block = (node: Syntax | undefined, lower: Lowering): Statement[] =>
  node === undefined ? [] : lower.statements(node.children);

/** Nests consecutive `elif` and `else` clauses: each goes into the `else` of the one before. */
const otherwise = (clauses: readonly Syntax[], lower: Lowering): Statement[] => {
  const [clause, ...rest] = clauses;
  if (clause === undefined) return [];
  if (clause.kind === 'else_clause') return block(clause.field('body') ?? clause.child('block'), lower);
  return [
    {
      kind: 'if',
      test: lower.expression(clause.field('condition')),
      yes: block(clause.field('consequence'), lower),
      no: otherwise(rest, lower),
      at: clause,
    },
  ];
};

const branch: Lower = (node, lower) => [
  {
    kind: 'if',
    test: lower.expression(node.field('condition')),
    yes: block(node.field('consequence'), lower),
    no: otherwise(node.fields('alternative').slice(0, 100), lower),
    at: node,
  },
];

const loop: Lower = (node, lower) => {
  const isFor = node.kind === 'for_statement';
  const test = isFor ? undefined : lower.optional(node.field('condition'));
  const after = node.field('alternative');
  const statement: Statement = {
    kind: 'loop',
    ...(isFor && {
      each: {
        target: lower.expression(node.field('left')),
        over: lower.expression(node.field('right')),
        keys: false,
      },
    }),
    init: [],
    ...(test && { test }),
    update: [],
    body: block(node.field('body'), lower),
    at: node,
  };
  return [statement, ...(after ? block(after.child('block'), lower) : [])];
};

const handler = (clause: Syntax, lower: Lowering) => {
  const pattern = clause.child('as_pattern');
  const name = pattern?.child('as_pattern_target')?.text;
  const type = (pattern?.children[0] ?? clause.children.find(({ kind }) => kind !== 'block'))?.text.slice(
    0,
    100,
  );
  return { ...(name && { name }), ...(type && { type }), body: block(clause.child('block'), lower) };
};

const attempt: Lower = (node, lower) => [
  {
    kind: 'try',
    body: [...block(node.field('body'), lower), ...block(node.child('else_clause')?.child('block'), lower)],
    handlers: node.children
      .filter(({ kind }) => kind === 'except_clause' || kind === 'except_group_clause')
      .map((clause) => handler(clause, lower)),
    finally: block(node.child('finally_clause')?.child('block'), lower),
    at: node,
  },
];

const withItems: Lower = (node, lower) => {
  const items = (node.child('with_clause')?.children ?? []).flatMap((item): Statement[] => {
    const value = item.children[0];
    if (value === undefined) return [];
    if (value.kind !== 'as_pattern') return [{ kind: 'evaluate', value: lower.expression(value), at: item }];
    const target = value.child('as_pattern_target')?.children[0];
    if (target === undefined) return [];
    return [
      {
        kind: 'declare',
        target: lower.expression(target),
        value: lower.expression(value.children[0]),
        at: item,
      },
    ];
  });
  return [...items, ...block(node.field('body'), lower)];
};

const imports: Lower = (node) => {
  const from = node.field('module_name');
  const bindings = node.fields('name').flatMap((item) => {
    const path = (item.kind === 'aliased_import' ? item.field('name') : item)?.text ?? '';
    const alias = item.kind === 'aliased_import' ? item.field('alias')?.text : undefined;
    if (from) return [{ local: alias ?? path, path: `${from.text}.${path}` }];
    // `import os.path` binds `os`.
    return [
      alias
        ? { local: alias, path }
        : { local: path.split('.')[0] ?? path, path: path.split('.')[0] ?? path },
    ];
  });
  return [{ kind: 'import', bindings, at: node }];
};

/** Lowers the alternatives of `case 'a' | 'b'`. */
const alternatives = (pattern: Syntax): Syntax[] =>
  pattern.children.flatMap((child) => (child.kind === 'union_pattern' ? child.children : [child]));

const match: Lower = (node, lower) => [
  {
    kind: 'switch',
    subject: lower.expression(node.field('subject')),
    cases: (node.field('body')?.children ?? []).map((clause) => {
      const pattern = clause.child('case_pattern');
      const isFallback = pattern === undefined || pattern.text === '_';
      return {
        tests: isFallback ? [] : lower.expressions(alternatives(pattern)),
        body: block(clause.field('consequence') ?? clause.child('block'), lower),
      };
    }),
    fallsThrough: false,
    at: node,
  },
];

const leave =
  (how: 'throw' | 'break' | 'continue'): Lower =>
  (node, lower) => {
    const value = how === 'throw' ? lower.optional(node.children[0]) : undefined;
    return [{ kind: 'leave', how, ...(value && { value }), at: node }];
  };

const definition = (node: Syntax, lower: Lowering, decorated?: Syntax): Statement[] => {
  const annotations = decorated ? decoratorsOf(decorated, lower) : [];
  return node.kind === 'class_definition'
    ? [{ kind: 'class', unit: classOf(node, lower, annotations), at: node }]
    : [{ kind: 'function', unit: functionOf(node, lower, { annotations }), at: node }];
};

/** Calls that never return. */
const leaving = /^(?:flask\.|self\.)?abort$|^(?:sys\.)?exit$|^os\._exit$/;

const declaration: Lower = (node, lower) => {
  const [only] = node.children;
  if (only?.kind === 'call' && leaving.test(only.children[0]?.text ?? ''))
    return [...lower.statements(node.children), { kind: 'leave', how: 'throw', at: node }];
  const type = only?.kind === 'assignment' ? only.field('type')?.text : undefined;
  const value = only?.field('right');
  if (!only || type === undefined || !value) return lower.statements(node.children);
  return [
    {
      kind: 'declare',
      target: lower.expression(only.field('left')),
      type: type.slice(0, 100),
      value: lower.expression(value),
      at: only,
    },
  ];
};

const nothing: Lower = () => [];

export const pythonStatements: Grammar['statements'] = {
  expression_statement: declaration,
  block: (node, lower) => lower.statements(node.children),
  function_definition: (node, lower) => definition(node, lower),
  class_definition: (node, lower) => definition(node, lower),
  decorated_definition: (node, lower) => {
    const inner = node.field('definition');
    return inner ? definition(inner, lower, node) : [];
  },
  if_statement: branch,
  for_statement: loop,
  while_statement: loop,
  try_statement: attempt,
  with_statement: withItems,
  match_statement: match,
  return_statement: (node, lower) => {
    const value = lower.optional(node.children[0]);
    return [{ kind: 'return', ...(value && { value }), at: node }];
  },
  raise_statement: leave('throw'),
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  import_statement: imports,
  import_from_statement: imports,
  pass_statement: nothing,
  global_statement: nothing,
  nonlocal_statement: nothing,
  assert_statement: (node, lower) => {
    const [test] = node.children;
    // A failed assertion throws.
    if (test === undefined) return [];
    const leaves: Statement = { kind: 'leave', how: 'throw', at: node };
    return [{ kind: 'if', test: lower.expression(test), yes: [], no: [leaves], at: node }];
  },
  delete_statement: nothing,
  exec_statement: (node, lower) => [
    {
      kind: 'evaluate',
      value: {
        kind: 'call',
        callee: nameExpression('exec', node),
        args: lower.arguments(node.children.slice(0, 1)),
        created: false,
        at: node,
      },
      at: node,
    },
  ],
};
