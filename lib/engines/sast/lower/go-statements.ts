import type { Expression, Statement } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { statementsOf, functionOf, structOf, typeName } from './go-functions.ts';
import { nameExpression, type Grammar, type Lowering } from './lowering.ts';

type Lower = Grammar['statements'][string];

const block = (node: Syntax | undefined, lower: Lowering): Statement[] =>
  lower.statements(statementsOf(node));

/** The error next to a result holds no untrusted text. */
const target = (node: Syntax, lower: Lowering): Expression =>
  /^(?:err|ok|_)$/.test(node.text)
    ? { kind: 'other', what: 'unused', parts: [], at: node }
    : lower.expression(node);

/** Returns the expressions of a list, or the only one. */
const listOf = (node: Syntax | undefined): readonly Syntax[] => {
  if (node === undefined) return [];
  return node.kind === 'expression_list' ? node.children : [node];
};

const targets = (node: Syntax | undefined, lower: Lowering): Expression => {
  const list = listOf(node);
  const [only] = list;
  if (list.length === 1 && only) return lower.expression(only);
  return { kind: 'list', items: list.map((each) => target(each, lower)), at: node! };
};

const shortDeclaration: Lower = (node, lower) => [
  {
    kind: 'declare',
    target: targets(node.field('left'), lower),
    value: lower.expression(node.field('right')),
    at: node,
  },
];

const assignment: Lower = (node, lower) => {
  const operator = node.field('operator')?.kind;
  return [
    {
      kind: 'evaluate',
      value: {
        kind: 'assign',
        target: targets(node.field('left'), lower),
        ...(operator && operator !== '=' && { operator }),
        value: lower.expression(node.field('right')),
        at: node,
      },
      at: node,
    },
  ];
};

const specs: Lower = (node, lower) => {
  const list = node.children.flatMap((child) => (child.kind === 'var_spec_list' ? child.children : [child]));
  return list
    .filter(({ kind }) => kind === 'var_spec' || kind === 'const_spec')
    .map((spec): Statement => {
      const names = spec.fields('name').filter(({ kind }) => kind !== ',');
      const type = spec.field('type');
      const value = lower.optional(spec.field('value'));
      const items = names.map((name): Expression => nameExpression(name.text, name));
      const [only] = items;
      return {
        kind: 'declare',
        target: items.length === 1 && only ? only : { kind: 'list', items, at: spec },
        ...(type && { type: typeName(type) }),
        ...(value && { value }),
        at: spec,
      };
    });
};

const branch: Lower = (node, lower) => {
  const alternative = node.field('alternative');
  return [
    ...lower.statement(node.field('initializer')),
    {
      kind: 'if',
      test: lower.expression(node.field('condition')),
      yes: block(node.field('consequence'), lower),
      no: alternative?.kind === 'block' ? block(alternative, lower) : lower.statement(alternative),
      at: node,
    },
  ];
};

const loop: Lower = (node, lower) => {
  const [clause] = node.children;
  const body = block(node.field('body'), lower);
  if (clause?.kind === 'range_clause') {
    const left = clause.field('left');
    const [key, value] = listOf(left);
    const each = {
      target: value ? target(value, lower) : nameExpression('_', node),
      ...(key && { keyTarget: target(key, lower) }),
      over: lower.expression(clause.field('right')),
      keys: false,
    };
    return [{ kind: 'loop', each, init: [], update: [], body, at: node }];
  }
  const isClause = clause?.kind === 'for_clause';
  const bareTest = clause?.kind === 'block' ? undefined : clause;
  const test = isClause ? clause.field('condition') : bareTest;
  const update = isClause ? clause.field('update') : undefined;
  return [
    {
      kind: 'loop',
      init: isClause ? lower.statement(clause.field('initializer')) : [],
      ...(test && { test: lower.expression(test) }),
      update: update && /^(?:inc|dec)_statement$/.test(update.kind) ? [lower.expression(update)] : [],
      body,
      at: node,
    },
  ];
};

const caseOf = (
  node: Syntax,
  lower: Lowering,
  isType: boolean,
): { tests: Expression[]; body: Statement[] } => {
  const value = isType ? undefined : node.field('value');
  const tests = listOf(value);
  const marks = isType && node.kind === 'type_case' ? [nameExpression('type', node)] : [];
  return {
    tests: [...lower.expressions(tests), ...marks],
    body: lower.statements(
      node.children.filter(({ kind }) => kind === 'statement_list').flatMap(statementsIn),
    ),
  };
};

const statementsIn = (list: Syntax): readonly Syntax[] => list.children;

const caseKinds = /_case$/;

const switchOver: Lower = (node, lower) => {
  const isType = node.kind === 'type_switch_statement';
  const subject = isType ? undefined : lower.optional(node.field('value'));
  const alias = isType ? node.field('alias') : undefined;
  const value = lower.optional(isType ? node.field('value') : undefined);
  return [
    ...lower.statement(node.field('initializer')),
    ...(alias && value ? [{ kind: 'declare' as const, target: targets(alias, lower), value, at: node }] : []),
    {
      kind: 'switch',
      ...(subject && { subject }),
      cases: node.children
        .filter(({ kind }) => caseKinds.test(kind))
        .map((child) => caseOf(child, lower, isType)),
      fallsThrough: false,
      at: node,
    },
  ];
};

const select: Lower = (node, lower) => [
  {
    kind: 'switch',
    cases: node.children.map((child) => {
      const communication = child.field('communication');
      return {
        tests: child.kind === 'default_case' ? [] : [nameExpression('ready', child)],
        body: [
          ...lower.statement(communication),
          ...lower.statements(
            child.children.filter(({ kind }) => kind === 'statement_list').flatMap(statementsIn),
          ),
        ],
      };
    }),
    fallsThrough: false,
    at: node,
  },
];

const unquoted = (node: Syntax | undefined): string => node?.text.slice(1, -1) ?? '';

/** The major version is not part of a module's name: `example.com/m/v2` is `m`. */
const packageName = (path: string): string => {
  const segments = path.split('/').filter((segment) => !/^v\d{1,3}$/.test(segment));
  return (segments.at(-1) ?? path).replace(/\.v\d{1,3}$/, '').replace(/^go-/, '');
};

const imported: Lower = (node) => {
  const list = node.children.flatMap((child) =>
    child.kind === 'import_spec_list' ? child.children : [child],
  );
  return list.map((spec): Statement => {
    const path = unquoted(spec.field('path'));
    const local = spec.field('name')?.text ?? packageName(path);
    return { kind: 'import', bindings: [{ local, path }], at: spec };
  });
};

const types: Lower = (node) =>
  node.children.flatMap((spec): Statement[] => {
    const name = spec.field('name');
    const type = spec.field('type');
    if (!name || type?.kind !== 'struct_type') return [];
    return [{ kind: 'class', unit: structOf(name.text, type), at: spec }];
  });

const leave =
  (how: 'break' | 'continue'): Lower =>
  (node) => [{ kind: 'leave', how, at: node }];
const within: Lower = (node, lower) => lower.statements(statementsOf(node));
const nothing: Lower = () => [];
const functionDeclaration: Lower = (node, lower) => [
  { kind: 'function', unit: functionOf(node, lower), at: node },
];

export const goStatements: Grammar['statements'] = {
  package_clause: nothing,
  import_declaration: imported,
  type_declaration: types,
  function_declaration: functionDeclaration,
  method_declaration: functionDeclaration,
  const_declaration: specs,
  var_declaration: specs,
  short_var_declaration: shortDeclaration,
  assignment_statement: assignment,
  receive_statement: (node, lower) =>
    node.field('left') ? shortDeclaration(node, lower) : lower.statements(node.children),
  if_statement: branch,
  for_statement: loop,
  expression_switch_statement: switchOver,
  type_switch_statement: switchOver,
  select_statement: select,
  expression_statement: within,
  defer_statement: within,
  go_statement: within,
  block: within,
  statement_list: within,
  labeled_statement: (node, lower) => lower.statement(node.children[1]),
  return_statement: (node, lower) => {
    const value = lower.optional(node.children[0]);
    return [{ kind: 'return', ...(value && { value }), at: node }];
  },
  break_statement: leave('break'),
  continue_statement: leave('continue'),
  goto_statement: nothing,
  fallthrough_statement: nothing,
  empty_statement: nothing,
};
