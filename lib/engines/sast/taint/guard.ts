import type { Constant, Expression, ExpressionOf } from '../ir.ts';
import { categoryMask } from '../rule.ts';
import { calleeNames } from './callee-names.ts';
import { evaluate } from './evaluate.ts';
import { accessPathOf } from './read-member.ts';
import type { Scope } from './scope.ts';
import { sanitizedFor, deepTaints, parameterLabel, unknownValue, type Value } from './value.ts';

const hostParts = new Set(['netloc', 'hostname', 'host', 'authority']);
const addressMask = categoryMask(['ssrf', 'redirect']);

/** A check of the host sanitizes the URL. */
const vouchForWhole = (part: Value, mask: number, scope: Scope): void => {
  const origins = new Set(deepTaints(part).map(({ origin }) => origin));
  for (const [place, value] of scope.vars)
    if (value.taints.length > 0 && value.taints.every(({ origin }) => origins.has(origin)))
      scope.learn(place, { ...value, taints: sanitizedFor(value.taints, mask & addressMask) });
};

/** Marks the named value as sanitized for the categories in `mask`, for the rest of this branch. */
const vouchFor = (expression: Expression, mask: number, scope: Scope): void => {
  // `String(x).test` and `path.resolve(x).startsWith` also check x.
  if (expression.kind === 'call') {
    for (const { value } of expression.args) vouchFor(value, mask, scope);
    if (expression.callee.kind === 'member') vouchFor(expression.callee.object, mask, scope);
    return;
  }
  if (expression.kind === 'assign') return vouchFor(expression.target, mask, scope);
  if (expression.kind === 'concat') {
    for (const part of expression.parts) if (part.kind !== 'literal') vouchFor(part, mask, scope);
    return;
  }
  if (expression.kind === 'member' && hostParts.has(expression.name))
    vouchForWhole(evaluate(expression, scope), mask, scope);
  const place = accessPathOf(expression);
  if (place === undefined) return;
  const value = evaluate(expression, scope);
  const taints = deepTaints(value);
  if (taints.length === 0) return;
  const vouched: Value = { ...value, taints: sanitizedFor(taints, mask) };
  if (mask === -1) delete vouched.fields;
  scope.learn(place, vouched);
};

const becomes = (expression: Expression, value: Value, scope: Scope): void => {
  const place = accessPathOf(expression);
  if (place !== undefined) scope.learn(place, value);
};

/** A value that callers pass may be compared with, because the program chose it. */
const isClean = (value: Value): boolean =>
  deepTaints(value).every(({ origin }) => origin.label === parameterLabel);

const equal = new Set(['==', '===', 'is']);
const different = new Set(['!=', '!==', 'is not', '<>']);
const scalars = new Set(['number', 'boolean', 'bigint']);

const isTypeof = (expression: Expression): expression is ExpressionOf<'operation'> =>
  expression.kind === 'operation' && expression.operator === 'typeof';

/** A URL without a host is on this server. */
const assumeNoHost = (expression: Expression, scope: Scope): void => {
  if (expression.kind === 'member' && hostParts.has(expression.name))
    vouchForWhole(evaluate(expression, scope), addressMask, scope);
};

/** `x === 'fixed'` makes x constant; `typeof x === 'number'` removes its text. */
const assumeEqual = (left: Expression, right: Expression, scope: Scope): void => {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (other.kind === 'literal' && other.value === '') assumeNoHost(one, scope);
    if (other.kind !== 'literal' || other.value === null || other.value === '') continue;
    const of = isTypeof(one) ? one.operands[0] : undefined;
    if (of && scalars.has(String(other.value))) vouchFor(of, -1, scope);
    else if (of && other.value === 'string') vouchFor(of, scope.run.nosqlMask, scope);
    else if (!of) becomes(one, { taints: [], constant: other.value }, scope);
  }
};

/** Returns the value of a literal, which may have a minus sign. */
const literalValue = (expression: Expression): Constant | undefined => {
  if (expression.kind === 'literal') return expression.value;
  const isMinus = expression.kind === 'operation' && expression.operator === '-';
  const operand = isMinus ? expression.operands[0] : undefined;
  return operand?.kind === 'literal' ? -Number(operand.value) : undefined;
};

/** Treats `list.indexOf(x) !== -1` like `list.includes(x)`. */
const foundBy = (
  left: Expression,
  operator: string,
  right: Expression,
): { call: ExpressionOf<'call'>; when: boolean } | undefined => {
  if (left.kind !== 'call' || left.callee.kind !== 'member' || left.callee.name !== 'indexOf')
    return undefined;
  const to = literalValue(right);
  const call = { ...left, callee: { ...left.callee, name: 'includes' } };
  if (to === -1) {
    if (different.has(operator) || operator === '>') return { call, when: true };
    if (equal.has(operator)) return { call, when: false };
  }
  if (to === 0 && operator === '>=') return { call, when: true };
  return to === 0 && operator === '<' ? { call, when: false } : undefined;
};

/** When `a && b` fails, either `a` does, or `a` holds and `b` fails. */
const assumeBoth = ([left, right]: readonly [Expression, Expression], holds: boolean, scope: Scope): void => {
  const first = (): void => {
    assume(left, true, scope);
    assume(right, holds, scope);
  };
  if (holds) first();
  else scope.fork([() => assume(left, false, scope), first]);
};

const assumeOperation = (test: ExpressionOf<'operation'>, holds: boolean, scope: Scope): void => {
  const [left, right] = test.operands;
  if (left === undefined) return;
  const { operator } = test;
  if (operator === '!' || operator === 'not') return assume(left, !holds, scope);
  if (right === undefined) return;
  const found = foundBy(left, operator, right);
  if (found) {
    assumeCall(found.call, found.when === holds, scope);
    return;
  }
  if (operator === '&&') assumeBoth([left, right], holds, scope);
  else if ((equal.has(operator) && holds) || (different.has(operator) && !holds))
    assumeEqual(left, right, scope);
  else if ((operator === 'in' && holds) || (operator === 'not in' && !holds)) {
    if (isClean(evaluate(right, scope))) vouchFor(left, -1, scope);
  }
};

const comparisons = new Set(['equals', 'equalsIgnoreCase', 'contentEquals']);

const assumeCall = (test: ExpressionOf<'call'>, holds: boolean, scope: Scope): void => {
  const { run } = scope;
  const receiver = test.callee.kind === 'member' ? test.callee.object : undefined;
  const [only] = test.args;
  if (receiver && only && holds && test.callee.kind === 'member' && comparisons.has(test.callee.name))
    assumeEqual(receiver, only.value, scope);
  const callee = test.callee.kind === 'member' ? unknownValue : evaluate(test.callee, scope);
  const object = receiver && evaluate(receiver, scope);
  const names = calleeNames(test, callee, object);
  for (const { guard, mask } of run.compiled.guards.find(names)) {
    if (Boolean(guard.negated) === holds) continue;
    const args = test.args.map(({ value }) => evaluate(value, scope));
    const of = guard.of === 'receiver' ? receiver : test.args[guard.of]?.value;
    const others =
      guard.of === 'receiver' ? args : [...(object ? [object] : []), ...args.toSpliced(guard.of, 1)];
    // Membership in an untrusted list proves nothing.
    if (of === undefined || !others.every(isClean)) continue;
    const written = test.args.map(({ value }) => value);
    const call = {
      names,
      args,
      named: new Map<string, Value>(),
      receiver: object,
      created: false,
      at: test.at,
      written,
      within: run.within,
    };
    if (guard.when && !guard.when(call)) continue;
    vouchFor(of, mask, scope);
  }
};

const isPlace = ({ kind }: Expression): boolean => kind === 'name' || kind === 'member' || kind === 'index';

/** Refines the scope with the outcome of a test. */
export const assume = (test: Expression, holds: boolean, scope: Scope): void => {
  if (test.kind === 'operation') assumeOperation(test, holds, scope);
  else if (test.kind === 'call') assumeCall(test, holds, scope);
  else if (isPlace(test) && !holds) {
    // What is false is no text: it is empty or missing.
    if (test.kind === 'member') assumeNoHost(test, scope);
    vouchFor(test, -1, scope);
  } else if (test.kind === 'choice' && test.test === undefined && !holds) {
    assume(test.yes, false, scope);
    assume(test.no, false, scope);
  }
};
