import type { Argument, Expression, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { emptyExpression, firstChild, lowerFirstChild } from './c-like-expressions.ts';
import { adjacentStrings, stringLiteral } from './python-strings.ts';
import { lambdaOf } from './python-functions.ts';
import { braceFormat, builtIn, joinedText, methodCall, percentFormat } from './python-text.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar, type Lowering } from './lowering.ts';

type Lower = Grammar['expressions'][string];

const isSum = (node: Syntax): boolean => node.kind === 'binary_operator' && node.operator === '+';

const isNumber = ({ kind, value }: Expression & { value?: unknown }): boolean =>
  kind === 'literal' && typeof value === 'number';

const textOf = (expression: Expression): string | undefined =>
  expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;

const formatted = (node: Syntax, lower: Lowering): Expression => {
  const [left, right] = lower.expressions(node.children);
  if (!left || !right) return emptyExpression(node);
  if (isNumber(left) || isNumber(right))
    return { kind: 'operation', operator: '%', operands: [left, right], at: node };
  const template = textOf(left);
  return template === undefined ? builtIn('%', [left, right], node) : percentFormat(template, right, node);
};

/** Lowers a division, unless it may join a path with its next segment. */
const divided = (node: Syntax, lower: Lowering): Expression => {
  const [left, right] = lower.expressions(node.children);
  if (!left || !right) return emptyExpression(node);
  if (isNumber(left) || isNumber(right) || left.kind === 'operation' || right.kind === 'operation')
    return { kind: 'operation', operator: '/', operands: [left, right], at: node };
  return methodCall(left, 'joinpath', { args: [right], at: node });
};

/** Lowers a repeated string to the string: the count does not matter. */
const repeated = (node: Syntax, lower: Lowering): Expression => {
  const operands = lower.expressions(node.children);
  return (
    operands.find((operand) => textOf(operand) !== undefined) ?? {
      kind: 'operation',
      operator: '*',
      operands,
      at: node,
    }
  );
};

const binary: Lower = (node, lower) => {
  const { operator } = node;
  if (operator === '%') return formatted(node, lower);
  if (operator === '/') return divided(node, lower);
  if (operator === '*') return repeated(node, lower);
  if (operator !== '+')
    return { kind: 'operation', operator, operands: lower.expressions(node.children), at: node };
  const spine = lower.leftSpine(node, isSum, (inner) => firstChild(inner));
  const parts = [firstChild(spine.at(-1)!), ...spine.map((inner) => inner.children[1]).toReversed()];
  return { kind: 'concat', parts: lower.expressions(parts.filter((part) => part !== undefined)), at: node };
};

const boolean: Lower = (node, lower) => {
  const [left, right] = node.children;
  if (node.operator === 'or')
    return { kind: 'choice', yes: lower.expression(left), no: lower.expression(right), at: node };
  return { kind: 'operation', operator: '&&', operands: lower.expressions(node.children), at: node };
};

const comparison: Lower = (node, lower) => {
  const operator = node.tokens.join(' ');
  const operands = lower.expressions(node.children);
  const [left, right] = operands;
  // Both `'../' in name` and `name in names` test `name`.
  if (left && right && textOf(left) !== undefined && (operator === 'in' || operator === 'not in')) {
    const contains = methodCall(right, 'contains', { args: [left], at: node });
    return operator === 'in'
      ? contains
      : { kind: 'operation', operator: 'not', operands: [contains], at: node };
  }
  return { kind: 'operation', operator, operands, at: node };
};

const argument = (node: Syntax, lower: Lowering): Argument => {
  if (node.kind !== 'keyword_argument') return { value: lower.expression(node) };
  return { name: firstChild(node)?.text ?? '', value: lower.expression(node.children[1]) };
};

const isClassName = (callee: Syntax | undefined): boolean =>
  /^[A-Z]\w{0,100}$/.test(
    (callee?.kind === 'attribute' ? callee.children[1] : callee)?.text.slice(0, 101) ?? '',
  );

/** Recognizes calls of string methods and of `str`, whose result is text. */
const textCall = (callee: Expression, args: Argument[], at: Syntax): Expression | undefined => {
  const [only] = args;
  if (
    callee.kind === 'name' &&
    callee.name === 'str' &&
    only &&
    args.length === 1 &&
    only.value.kind !== 'spread'
  )
    return { kind: 'concat', parts: [literalExpression('', at), only.value], at };
  if (callee.kind !== 'member') return undefined;
  const own = textOf(callee.object);
  if (own === undefined) return undefined;
  if (callee.name === 'format') return braceFormat(own, args, at);
  if (callee.name === 'encode') return callee.object;
  const items = only?.value.kind === 'list' ? only.value.items : undefined;
  if (callee.name !== 'join' || !items || items.some(({ kind }) => kind === 'spread')) return undefined;
  return items.length === 0 ? literalExpression('', at) : joinedText(own, items, at);
};

const call: Lower = (node, lower) => {
  const [callee, list] = node.children;
  const args =
    list?.kind === 'argument_list'
      ? list.children.map((child) => argument(child, lower))
      : (list ? [list] : []).map((child) => argument(child, lower));
  const called = lower.expression(callee);
  return (
    textCall(called, args, node) ?? {
      kind: 'call',
      callee: called,
      args,
      created: isClassName(callee),
      at: node,
    }
  );
};

/** Lowers `a[from:to]`; an omitted bound is the respective end. */
const slice = (
  object: Expression,
  node: Syntax,
  { at, lower }: { at: Syntax; lower: Lowering },
): Expression => {
  const [from, to, ...more] = node.text.split(':');
  const bounds = lower.expressions(node.children);
  if (more.length > 0 || from === undefined || to === undefined)
    return { kind: 'other', what: 'slice', parts: [object, ...bounds], at };
  if (from.trim() === '')
    return methodCall(object, 'slice', { args: [literalExpression(0, at), ...bounds], at });
  return methodCall(object, 'slice', { args: bounds, at });
};

const subscript: Lower = (node, lower) => {
  const [written, index] = node.children;
  const object = lower.expression(written);
  if (index?.kind === 'slice') return slice(object, index, { at: node, lower });
  return { kind: 'index', object, index: lower.expression(index), at: node };
};

const assignment: Lower = (node, lower) => {
  const target = node.field('left');
  const value = node.field('right');
  const operator = node.kind === 'augmented_assignment' ? node.field('operator')?.kind : undefined;
  if (value === undefined) return emptyExpression(node);
  return {
    kind: 'assign',
    target: lower.expression(target),
    ...(operator && { operator }),
    value: lower.expression(value),
    at: node,
  };
};

const list: Lower = (node, lower) => ({ kind: 'list', items: lower.expressions(node.children), at: node });
const spread: Lower = (node, lower) => ({ kind: 'spread', value: lowerFirstChild(node, lower), at: node });

const dictionary: Lower = (node, lower) => ({
  kind: 'record',
  entries: node.children.map((child): RecordEntry => {
    if (child.kind !== 'pair') return { value: lowerFirstChild(child, lower), at: child };
    return {
      key: lower.expression(firstChild(child)),
      value: lower.expression(child.children[1]),
      at: child,
    };
  }),
  at: node,
});

/** Lowers `[f(x) for x in xs if c]`: x is any of xs, and the list holds f(x). */
const comprehension: Lower = (node, lower) => {
  const [body, ...clauses] = node.children;
  const parts = clauses.map((clause): Expression => {
    if (clause.kind !== 'for_in_clause') return lowerFirstChild(clause, lower);
    const over = lower.expression(clause.field('right'));
    const value: Expression = { kind: 'index', object: over, index: emptyExpression(clause), at: clause };
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
  identifier: (node) => nameExpression(node.text, node),
  none: (node) => literalExpression(null, node),
  true: (node) => literalExpression(true, node),
  false: (node) => literalExpression(false, node),
  integer: (node) => literalExpression(parseNumber(node.text), node),
  float: (node) => literalExpression(parseNumber(node.text), node),
  string: stringLiteral,
  concatenated_string: adjacentStrings,
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
    yes: lower.expression(firstChild(node)),
    no: lower.expression(node.children[2]),
    at: node,
  }),
  assignment,
  augmented_assignment: assignment,
  named_expression: (node, lower) => ({
    kind: 'assign',
    target: lower.expression(firstChild(node)),
    value: lower.expression(node.children[1]),
    at: node,
  }),
  call,
  attribute: (node, lower) => ({
    kind: 'member',
    object: lower.expression(firstChild(node)),
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
  parenthesized_expression: lowerFirstChild,
  await: lowerFirstChild,
  yield: lowerFirstChild,
  type: lowerFirstChild,
  as_pattern_target: lowerFirstChild,
  lambda: (node, lower) => ({ kind: 'function', unit: lambdaOf(node, lower), at: node }),
};
