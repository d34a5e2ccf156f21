import type { Argument, Expression, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { lambdaOf } from './python-functions.ts';
import { literal, nameOf, numberOf, unescape, type Grammar, type Lowering } from './lowering.ts';

type Lower = Grammar['expressions'][string];

const first = (node: Syntax): Syntax | undefined => node.children[0];
const nothing = (at: Syntax): Expression => ({ kind: 'other', what: 'nothing', parts: [], at });
const through: Lower = (node, lower) => lower.optional(first(node)) ?? nothing(node);

const content = (node: Syntax): string =>
  node.children.length === 0
    ? node.text
    : node.children
        .map((part) => (part.kind === 'escape_sequence' ? unescape(part.text) : part.text))
        .join('');

const text: Lower = (node, lower) => {
  const parts = node.children.filter(({ kind }) => kind === 'string_content' || kind === 'interpolation');
  if (!parts.some(({ kind }) => kind === 'interpolation'))
    return literal(parts.map((part) => content(part)).join(''), node);
  return {
    kind: 'concat',
    parts: parts.map((part) =>
      part.kind === 'interpolation' ? through(part, lower) : literal(content(part), part),
    ),
    at: node,
  };
};

const isSum = (node: Syntax): boolean => node.kind === 'binary_operator' && node.operator === '+';

const isText = (node: Syntax | undefined): boolean =>
  node?.kind === 'string' ||
  node?.kind === 'concatenated_string' ||
  (node?.kind === 'parenthesized_expression' && isText(first(node)));

const binary: Lower = (node, lower) => {
  const operator = node.operator;
  if (operator === '%' && isText(first(node)))
    return { kind: 'concat', parts: lower.expressions(node.children), at: node };
  if (operator !== '+' && operator !== '%')
    return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
  if (operator === '%')
    return { kind: 'other', what: 'format', parts: lower.expressions(node.children), at: node };
  const spine = lower.leftSpine(node, isSum, (inner) => first(inner));
  const parts = [first(spine.at(-1)!), ...spine.map((inner) => inner.children[1]).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};

const boolean: Lower = (node, lower) => {
  const [left, right] = node.children;
  if (node.operator === 'or')
    return { kind: 'choice', yes: lower.expression(left), no: lower.expression(right), at: node };
  return { kind: 'operation', operator: '&&', operands: lower.expressions(node.children), at: node };
};

const comparison: Lower = (node, lower) => ({
  kind: 'operation',
  operator: node.tokens.join(' '),
  operands: lower.expressions(node.children),
  at: node,
});

const argument = (node: Syntax, lower: Lowering): Argument => {
  if (node.kind !== 'keyword_argument') return { value: lower.expression(node) };
  return { name: first(node)?.text ?? '', value: lower.expression(node.children[1]) };
};

const isClassName = (callee: Syntax | undefined): boolean =>
  /^[A-Z]\w{0,100}$/.test(
    (callee?.kind === 'attribute' ? callee.children[1] : callee)?.text.slice(0, 101) ?? '',
  );

const call: Lower = (node, lower) => {
  const [callee, list] = node.children;
  const args =
    list?.kind === 'argument_list'
      ? list.children.map((child) => argument(child, lower))
      : (list ? [list] : []).map((child) => argument(child, lower));
  return { kind: 'call', callee: lower.expression(callee), args, created: isClassName(callee), at: node };
};

const subscript: Lower = (node, lower) => {
  const [object, index] = node.children;
  if (index?.kind === 'slice')
    return { kind: 'other', what: 'slice', parts: [lower.expression(object)], at: node };
  return { kind: 'index', object: lower.expression(object), index: lower.expression(index), at: node };
};

const assignment: Lower = (node, lower) => {
  const target = node.field('left');
  const value = node.field('right');
  const operator = node.kind === 'augmented_assignment' ? node.field('operator')?.kind : undefined;
  if (value === undefined) return nothing(node);
  return {
    kind: 'assign',
    target: lower.expression(target),
    ...(operator && { operator }),
    value: lower.expression(value),
    at: node,
  };
};

const list: Lower = (node, lower) => ({ kind: 'list', items: lower.expressions(node.children), at: node });
const spread: Lower = (node, lower) => ({ kind: 'spread', value: through(node, lower), at: node });

const dictionary: Lower = (node, lower) => ({
  kind: 'record',
  entries: node.children.map((child): RecordEntry => {
    if (child.kind !== 'pair') return { value: through(child, lower), at: child };
    return { key: lower.expression(first(child)), value: lower.expression(child.children[1]), at: child };
  }),
  at: node,
});

/** `[f(x) for x in xs if c]`: x is any of xs, and the list is full of f(x). */
const comprehension: Lower = (node, lower) => {
  const [body, ...clauses] = node.children;
  const parts = clauses.map((clause): Expression => {
    if (clause.kind !== 'for_in_clause') return through(clause, lower);
    const over = lower.expression(clause.field('right'));
    const value: Expression = { kind: 'index', object: over, index: nothing(clause), at: clause };
    return { kind: 'assign', target: lower.expression(clause.field('left')), value, at: clause };
  });
  const item = body?.kind === 'pair' ? body.children[1] : body;
  return {
    kind: 'list',
    items: [
      {
        kind: 'spread',
        value: {
          kind: 'other',
          what: 'comprehension',
          parts: [...parts, lower.expression(item)],
          last: true,
          at: node,
        },
        at: node,
      },
    ],
    at: node,
  };
};

export const pythonExpressions: Grammar['expressions'] = {
  identifier: (node) => nameOf(node.text, node),
  none: (node) => literal(null, node),
  true: (node) => literal(true, node),
  false: (node) => literal(false, node),
  integer: (node) => literal(numberOf(node.text), node),
  float: (node) => literal(numberOf(node.text), node),
  string: text,
  concatenated_string: (node, lower) => ({
    kind: 'concat',
    parts: lower.expressions(node.children),
    at: node,
  }),
  binary_operator: binary,
  boolean_operator: boolean,
  not_operator: (node, lower) => ({
    kind: 'operation',
    operator: 'not',
    operands: lower.expressions(node.children),
    at: node,
  }),
  unary_operator: comparison,
  comparison_operator: comparison,
  conditional_expression: (node, lower) => ({
    kind: 'choice',
    test: lower.expression(node.children[1]),
    yes: lower.expression(first(node)),
    no: lower.expression(node.children[2]),
    at: node,
  }),
  assignment,
  augmented_assignment: assignment,
  named_expression: (node, lower) => ({
    kind: 'assign',
    target: lower.expression(first(node)),
    value: lower.expression(node.children[1]),
    at: node,
  }),
  call,
  attribute: (node, lower) => ({
    kind: 'member',
    object: lower.expression(first(node)),
    name: node.children[1]?.text ?? '',
    at: node,
  }),
  subscript,
  list,
  tuple: list,
  set: list,
  expression_list: list,
  pattern_list: list,
  tuple_pattern: list,
  list_pattern: list,
  dictionary,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  generator_expression: comprehension,
  dictionary_comprehension: comprehension,
  list_splat: spread,
  dictionary_splat: spread,
  list_splat_pattern: spread,
  parenthesized_expression: through,
  await: through,
  yield: through,
  type: through,
  as_pattern_target: through,
  lambda: (node, lower) => ({ kind: 'function', unit: lambdaOf(node, lower), at: node }),
};
