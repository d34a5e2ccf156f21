import type { Expression, Statement } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, type LowerExpression } from '../c-like-expressions.ts';
import type { Grammar, Lowering } from '../lowering.ts';
import { patternTest, targetOf } from './rust-patterns.ts';

const statementKinds = /_statement$|_item$|_declaration$|^(?:macro_definition|label)$/;

/** Splits a block into its statements and the expression that is its value. */
export const partsOf = (block: Syntax | undefined): { statements: readonly Syntax[]; value?: Syntax } => {
  const statements = (block?.children ?? []).filter(({ kind }) => kind !== 'label');
  const last = statements.at(-1);
  if (last === undefined || statementKinds.test(last.kind)) return { statements };
  return { statements: statements.slice(0, -1), value: last };
};

export const lowerBlock = (node: Syntax | undefined, lower: Lowering): Statement[] => {
  const { statements, value } = partsOf(node);
  return [...lower.statements(statements), ...lower.statement(value)];
};

/** Lowers a block to an expression; anything else already is one. */
const blockValue = (node: Syntax | undefined, at: Syntax, lower: Lowering): Expression => {
  if (node === undefined) return emptyExpression(at);
  if (node.kind !== 'block') return lower.expression(node);
  const { statements, value } = partsOf(node);
  if (statements.length === 0) return value ? lower.expression(value) : emptyExpression(node);
  const result = lower.optional(value);
  return { kind: 'block', body: lower.statements(statements), ...(result && { value: result }), at: node };
};

const block: LowerExpression = (node, lower) => blockValue(node, node, lower);

/** `async`, `unsafe` and `const` blocks. */
const marked: LowerExpression = (node, lower) => blockValue(node.child('block'), node, lower);

const branch: LowerExpression = (node, lower) => ({
  kind: 'choice',
  test: lower.expression(node.field('condition')),
  yes: blockValue(node.field('consequence'), node, lower),
  no: blockValue(node.field('alternative')?.children[0], node, lower),
  at: node,
});

const maxArms = 100;

const match: LowerExpression = (node, lower) => {
  const subject = lower.expression(node.field('value'));
  const arms = (node.field('body')?.children ?? []).filter(({ kind }) => kind === 'match_arm');
  return arms.slice(0, maxArms).reduceRight<Expression>((no, arm) => {
    const pattern = arm.field('pattern');
    const yes = blockValue(arm.field('value'), arm, lower);
    if (pattern === undefined || pattern.children.length === 0) return yes;
    const found = patternTest(subject, pattern, { at: arm, lower });
    const guard = lower.optional(pattern.field('condition'));
    const test: Expression = guard
      ? { kind: 'operation', operator: '&&', operands: [found, guard], at: arm }
      : found;
    return { kind: 'choice', test, yes, no, at: arm };
  }, emptyExpression(node));
};

const letCondition: LowerExpression = (node, lower) =>
  patternTest(lower.expression(node.field('value')), node.field('pattern'), { at: node, lower });

const letChain: LowerExpression = (node, lower) => {
  const [first, ...others] = lower.expressions(node.children);
  return others.reduce<Expression>(
    (left, right) => ({ kind: 'operation', operator: '&&', operands: [left, right], at: node }),
    first ?? emptyExpression(node),
  );
};

/** The statements of a loop, which is an expression as well. */
const loopOf = (node: Syntax, lower: Lowering): Statement => {
  const pattern = node.kind === 'for_expression' ? node.field('pattern') : undefined;
  const condition = node.field('condition');
  return {
    kind: 'loop',
    ...(pattern && {
      each: { target: targetOf(pattern), over: lower.expression(node.field('value')), keys: false },
    }),
    ...(condition && { test: lower.expression(condition) }),
    init: [],
    update: [],
    body: lowerBlock(node.field('body'), lower),
    at: node,
  };
};

const asStatement = (node: Syntax, body: Statement[]): Expression => ({ kind: 'block', body, at: node });
const loop: LowerExpression = (node, lower) => asStatement(node, [loopOf(node, lower)]);

const returned: LowerExpression = (node, lower) => {
  const value = lower.optional(node.children[0]);
  return asStatement(node, [{ kind: 'return', ...(value && { value }), at: node }]);
};

const leave =
  (how: 'break' | 'continue'): LowerExpression =>
  (node, lower) => {
    const value = node.children.find(({ kind }) => kind !== 'label');
    return asStatement(node, [...(value ? lower.statement(value) : []), { kind: 'leave', how, at: node }]);
  };

/** Blocks, branches, loops and jumps are expressions in Rust. */
export const rustBlocks: Grammar['expressions'] = {
  block,
  unsafe_block: marked,
  async_block: marked,
  const_block: marked,
  try_block: marked,
  gen_block: marked,
  if_expression: branch,
  match_expression: match,
  let_condition: letCondition,
  let_chain: letChain,
  for_expression: loop,
  while_expression: loop,
  loop_expression: loop,
  return_expression: returned,
  break_expression: leave('break'),
  continue_expression: leave('continue'),
};
