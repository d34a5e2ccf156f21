import type { Argument, Expression } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import {
  lowerBinaryExpression,
  firstChild,
  emptyExpression,
  lowerStringLiteral,
  lowerFirstChild,
  type LowerExpression,
} from './c-like-expressions.ts';
import { lambdaOf, methodsOf, simpleType } from './java-functions.ts';
import { literalExpression, nameExpression, parseNumber, type Grammar, type Lowering } from './lowering.ts';

const number: LowerExpression = (node) => literalExpression(parseNumber(node.text), node);

/** Reduces `org.example.Tool` to `Tool`: packages are lower-case, classes are not. */
const packageSegments = /^(?:[a-z][a-z0-9_]{0,60}\.){2,12}[A-Z]\w{0,100}$/;

const fieldAccess: LowerExpression = (node, lower) => {
  const [object, field] = node.children;
  const written =
    object?.kind === 'field_access' || object?.kind === 'identifier' ? node.text.slice(0, 300) : '';
  if (packageSegments.test(written)) return nameExpression(field?.text ?? '', node);
  if (field?.kind === 'this') return nameExpression('this', node);
  return { kind: 'member', object: lower.expression(object), name: field?.text ?? '', at: node };
};

const argumentsOf = (node: Syntax | undefined, lower: Lowering): Argument[] =>
  lower.arguments(node?.children ?? []);

const invocation: LowerExpression = (node, lower) => {
  const object = node.field('object');
  const name = node.field('name')?.text ?? '';
  const callee: Expression = object
    ? { kind: 'member', object: lower.expression(object), name, at: node }
    : nameExpression(name, node);
  return {
    kind: 'call',
    callee,
    args: argumentsOf(node.field('arguments'), lower),
    created: false,
    at: node,
  };
};

const creation: LowerExpression = (node, lower) => {
  const type = node.field('type');
  const body = node.child('class_body');
  const created: Expression = {
    kind: 'call',
    callee: nameExpression(type ? simpleType(type) : '', type ?? node),
    args: argumentsOf(node.field('arguments'), lower),
    created: true,
    at: node,
  };
  if (!body) return created;
  const methods = methodsOf(body, lower).map((unit): Expression => ({ kind: 'function', unit, at: unit.at }));
  return { kind: 'other', what: 'anonymous class', parts: [...methods, created], last: true, at: node };
};

const assignment: LowerExpression = (node, lower) => {
  const operator = node.field('operator')?.kind;
  return {
    kind: 'assign',
    target: lower.expression(node.field('left')),
    ...(operator && operator !== '=' && { operator }),
    value: lower.expression(node.field('right')),
    at: node,
  };
};

const operation: LowerExpression = (node, lower) => ({
  kind: 'operation',
  operator: node.operator,
  operands: lower.expressions(node.children),
  at: node,
});

/** Lowers each arm of a switch expression; a constant subject decides which one is taken. */
const switchValue: LowerExpression = (node, lower) => {
  const subject = lower.expression(node.field('condition'));
  const arms = (node.field('body')?.children ?? []).map((arm) => {
    const labels = arm.children
      .filter(({ kind }) => kind === 'switch_label')
      .flatMap(({ children }) => children);
    const last = arm.children.at(-1);
    const given = last?.kind === 'block' ? (last.children.at(-1) ?? last) : last;
    const isValue = given?.kind === 'expression_statement' || given?.kind === 'yield_statement';
    return { labels, value: isValue && given ? lowerFirstChild(given, lower) : emptyExpression(arm) };
  });
  const fallback = arms.find(({ labels }) => labels.length === 0)?.value ?? emptyExpression(node);
  return arms
    .filter(({ labels }) => labels.length > 0)
    .slice(0, 100)
    .reduceRight<Expression>((no, { labels, value }) => {
      const tests = labels.map((label): Expression => ({
        kind: 'operation',
        operator: '==',
        operands: [subject, lower.expression(label)],
        at: label,
      }));
      const [test] = tests;
      return tests.length === 1 && test
        ? { kind: 'choice', test, yes: value, no, at: node }
        : {
            kind: 'choice',
            test: { kind: 'other', what: 'labels', parts: tests, at: node },
            yes: value,
            no,
            at: node,
          };
    }, fallback);
};

const list: LowerExpression = (node, lower) => ({
  kind: 'list',
  items: lower.expressions(node.children),
  at: node,
});

export const javaExpressions: Grammar['expressions'] = {
  identifier: (node) => nameExpression(node.text, node),
  this: (node) => nameExpression('this', node),
  super: (node) => nameExpression('super', node),
  null_literal: (node) => literalExpression(null, node),
  true: (node) => literalExpression(true, node),
  false: (node) => literalExpression(false, node),
  decimal_integer_literal: number,
  hex_integer_literal: number,
  octal_integer_literal: number,
  binary_integer_literal: number,
  decimal_floating_point_literal: number,
  string_literal: lowerStringLiteral,
  character_literal: (node) => {
    const inner = node.text.slice(1, -1);
    return literalExpression(inner.startsWith('\\') ? unescape(inner) : inner, node);
  },
  binary_expression: lowerBinaryExpression,
  unary_expression: operation,
  update_expression: operation,
  instanceof_expression: (node, lower) => {
    const name = node.field('name');
    const value = lower.expression(node.field('left') ?? firstChild(node));
    // A pattern variable has the value of the subject.
    return name
      ? { kind: 'assign', target: nameExpression(name.text, name), value, at: node }
      : { kind: 'operation', operator: 'instanceof', operands: [value], at: node };
  },
  ternary_expression: (node, lower) => ({
    kind: 'choice',
    test: lower.expression(firstChild(node)),
    yes: lower.expression(node.children[1]),
    no: lower.expression(node.children[2]),
    at: node,
  }),
  assignment_expression: assignment,
  method_invocation: invocation,
  explicit_constructor_invocation: (node, lower) => ({
    kind: 'call',
    callee: nameExpression(firstChild(node)?.text ?? 'super', node),
    args: argumentsOf(node.field('arguments'), lower),
    created: false,
    at: node,
  }),
  object_creation_expression: creation,
  field_access: fieldAccess,
  array_access: (node, lower) => ({
    kind: 'index',
    object: lower.expression(firstChild(node)),
    index: lower.expression(node.children[1]),
    at: node,
  }),
  array_creation_expression: (node, lower) => {
    const value = node.child('array_initializer');
    return value ? lower.expression(value) : emptyExpression(node);
  },
  array_initializer: list,
  cast_expression: (node, lower) => {
    const type = node.field('type');
    return {
      kind: 'cast',
      type: type ? simpleType(type) : '',
      value: lower.expression(node.field('value')),
      at: node,
    };
  },
  parenthesized_expression: lowerFirstChild,
  expression_statement: lowerFirstChild,
  lambda_expression: (node, lower) => ({ kind: 'function', unit: lambdaOf(node, lower), at: node }),
  method_reference: emptyExpression,
  class_literal: emptyExpression,
  switch_expression: switchValue,
  type_identifier: (node) => nameExpression(node.text, node),
};
