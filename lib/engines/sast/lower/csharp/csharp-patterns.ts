import type { Expression } from '@scangate/engines/sast/ir';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { emptyExpression, type LowerExpression } from '../c-like-expressions.ts';
import { nameExpression, type Grammar, type Lowering } from '../lowering.ts';

const operation = (operator: string, operands: Expression[], at: Syntax): Expression => ({
  kind: 'operation',
  operator,
  operands,
  at,
});

/** Returns the constants of `"a" or "b"`, or undefined when an alternative is something else. */
const constantsOf = (pattern: Syntax, lower: Lowering): Expression[] | undefined => {
  const spine = lower.leftSpine(
    pattern,
    ({ kind }) => kind === 'or_pattern',
    (node) => (node.kind === 'or_pattern' ? node.field('left') : undefined),
  );
  const last = spine.at(-1);
  const first = last?.kind === 'or_pattern' ? last.field('left') : last;
  const rights = spine.filter(({ kind }) => kind === 'or_pattern').map((node) => node.field('right'));
  const all = [first, ...rights].filter((node) => node !== undefined);
  if (!all.every(({ kind }) => kind === 'constant_pattern')) return undefined;
  return lower.expressions(all.flatMap(({ children }) => children));
};

const bindings = new Set(['declaration_pattern', 'recursive_pattern', 'var_pattern', 'list_pattern']);
const longestWalk = 50;

/** Returns the variables that a pattern declares. */
const declaredBy = (pattern: Syntax): Syntax[] => {
  const found: Syntax[] = [];
  const open = [pattern];
  for (let at = open.pop(), steps = 0; at && steps < longestWalk; at = open.pop(), steps += 1) {
    const name = bindings.has(at.kind) ? at.field('name') : undefined;
    if (name) found.push(name);
    open.push(...at.children);
  }
  return found;
};

/** Lowers the test of a value against a pattern, which may bind the value to a name. */
export const patternTest = (
  value: Expression,
  pattern: Syntax | undefined,
  { at, lower }: { at: Syntax; lower: Lowering },
): Expression => {
  if (pattern === undefined) return emptyExpression(at);
  if (pattern.kind === 'parenthesized_pattern') return patternTest(value, pattern.children[0], { at, lower });
  if (pattern.kind === 'negated_pattern')
    return operation('!', [patternTest(value, pattern.children[0], { at, lower })], at);
  const constants = constantsOf(pattern, lower);
  const [only] = constants ?? [];
  if (constants?.length === 1 && only) return operation('==', [value, only], at);
  if (constants) return operation('in', [value, { kind: 'list', items: constants, at }], at);
  const named = declaredBy(pattern).map((name): Expression => ({
    kind: 'assign',
    target: nameExpression(name.text, name),
    value,
    at: name,
  }));
  return { kind: 'other', what: 'pattern', parts: [...named, operation('matches', [], at)], last: true, at };
};

const isPattern: LowerExpression = (node, lower) =>
  patternTest(lower.expression(node.field('expression')), node.field('pattern'), { at: node, lower });

const maxArms = 100;

/** Lowers a switch expression to choices; a constant subject decides which one is taken. */
const switchValue: LowerExpression = (node, lower) => {
  const [value, ...arms] = node.children;
  const subject = lower.expression(value);
  return arms.slice(0, maxArms).reduceRight<Expression>((no, arm) => {
    const [pattern] = arm.children;
    const yes = lower.expression(arm.children.at(-1));
    if (pattern === undefined || pattern.kind === 'discard') return yes;
    const test = patternTest(subject, pattern, { at: arm, lower });
    return { kind: 'choice', test, yes, no, at: arm };
  }, emptyExpression(node));
};

export const csharpPatterns: Grammar['expressions'] = {
  is_pattern_expression: isPattern,
  is_expression: (node, lower) => operation('is type', [lower.expression(node.children[0])], node),
  switch_expression: switchValue,
};
