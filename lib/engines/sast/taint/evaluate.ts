import type { Expression, ExpressionKind, ExpressionOf, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { assign, checkSinkWrite, nameFunction } from './assign.ts';
import { evaluateCall } from './call.ts';
import { foldConcatenation, foldOperation, truthOf } from './constant-folding.ts';
import { execute } from './execute.ts';
import { assume } from './guard.ts';
import type { AnalysisRun } from './analysis-run.ts';
import type { Scope } from './scope.ts';
import {
  asScalar,
  constantOf,
  derivedFrom,
  Fields,
  joinAllValues,
  joinValues,
  mergeTaints,
  numericTaints,
  someNumber,
  unknownValue,
  type Value,
} from './value.ts';
import { accessPathOf, readMember, withSourceTaint } from './read-member.ts';

const evaluateName = ({ name, at }: ExpressionOf<'name'>, scope: Scope): Value =>
  scope.get(name) ??
  ownField(name, scope) ??
  withSourceTaint(scope.run, name, { at, value: { taints: [], path: name } });

/** Reads a field whose `this.` is omitted. */
const ownField = (name: string, scope: Scope): Value | undefined =>
  scope.run.compiled.model.implicitSelf ? scope.get('this')?.fields?.at(name) : undefined;

/** Resolves a class to its full name when the file imports it. */
export const resolveType = (type: string, scope: Scope): string => {
  const dot = type.indexOf('.');
  const head = dot === -1 ? type : type.slice(0, dot);
  const path = scope.get(head)?.path;
  return path === undefined ? type : path + (dot === -1 ? '' : type.slice(dot));
};

const refinedValue = (scope: Scope, expression: Expression): Value | undefined => {
  if (!scope.hasFacts()) return undefined;
  const place = accessPathOf(expression);
  return place === undefined ? undefined : scope.get(place);
};

const evaluateMember = (expression: ExpressionOf<'member'>, scope: Scope): Value => {
  const object = evaluate(expression.object, scope);
  const refined = refinedValue(scope, expression);
  if (refined) return refined;
  if (expression.name === 'length' && object.fields === undefined) return someNumber;
  return readMember(scope.run, object, { key: expression.name, at: expression.at });
};

const evaluateIndex = (expression: ExpressionOf<'index'>, scope: Scope): Value => {
  const { run } = scope;
  const object = evaluate(expression.object, scope);
  const index = evaluate(expression.index, scope);
  const refined = refinedValue(scope, expression);
  if (refined) return refined;
  if (typeof object.constant === 'string' && typeof index.constant === 'number')
    return constantOf(object.constant.at(index.constant) ?? '');
  if (index.constant !== undefined && index.constant !== null)
    return readMember(run, object, { key: String(index.constant), at: expression.at });
  const path = `${object.path ?? '?'}.*`;
  const items = object.fields ? object.fields.any() : unknownValue;
  // A guessable index makes the choice of the item guessable.
  const taints = mergeTaints(object.taints, items.taints, numericTaints(index.taints));
  return withSourceTaint(run, path, { at: expression.at, value: { taints, path } });
};

const increments = new Set(['++', '--']);

const evaluateOperation = (expression: ExpressionOf<'operation'>, scope: Scope): Value => {
  const { operator, operands } = expression;
  const [left, right] = operands;
  if (operator === '&&' && left && right) {
    const first = evaluate(left, scope);
    if (truthOf(first) === false) return first;
    let second = unknownValue;
    scope.fork([
      () => {
        assume(left, true, scope);
        second = evaluate(right, scope);
      },
      () => undefined,
    ]);
    return { ...second };
  }
  const values = operands.map((operand) => evaluate(operand, scope));
  if (increments.has(operator) && left) {
    const next = foldOperation(operator === '++' ? '+' : '-', [values[0] ?? unknownValue, constantOf(1)]);
    assign(left, scope.branches > 0 ? unknownValue : next, { scope, at: expression.at });
    return unknownValue;
  }
  return foldOperation(operator, values);
};

const evaluateChoice = (expression: ExpressionOf<'choice'>, scope: Scope): Value => {
  const { test, yes, no } = expression;
  if (test === undefined) {
    const first = evaluate(yes, scope);
    if (truthOf(first) === true) return first;
    let second = unknownValue;
    scope.fork([() => (second = evaluate(no, scope)), () => undefined]);
    return truthOf(first) === false ? second : joinValues(first, second);
  }
  const decided = truthOf(evaluate(test, scope));
  if (decided !== undefined) return evaluate(decided ? yes : no, scope);
  // A branch that leaves the function gives no value.
  const values: Value[] = [];
  const branch = (holds: boolean, value: Expression) => (): void => {
    assume(test, holds, scope);
    const found = evaluate(value, scope);
    if (scope.left === undefined) values.push(found);
  };
  scope.fork([branch(true, yes), branch(false, no)]);
  return joinAllValues(values);
};

/** Applies an operator like `+=`. */
const combine = (operator: string, before: Value, value: Value): Value => {
  if (['??=', '||=', '&&='].includes(operator)) return joinValues(before, value);
  const isSum = operator === '+=' || (operator === '%=' && typeof before.constant === 'string');
  return isSum ? foldConcatenation([before, value]) : foldOperation(operator.slice(0, -1), [before, value]);
};

const evaluateAssign = (expression: ExpressionOf<'assign'>, scope: Scope): Value => {
  const { target, operator, at } = expression;
  const value = evaluate(expression.value, scope);
  if (operator === undefined || operator === '=' || operator === ':=') {
    assign(target, value, { scope, at });
    return value;
  }
  const before = evaluate(target, scope);
  const after = combine(operator, before, value);
  assign(target, after, { scope, at });
  return after;
};

const evaluateList = ({ items }: ExpressionOf<'list'>, scope: Scope): Value => {
  const fields = new Fields(scope.branches);
  fields.length = 0;
  for (const item of items) {
    const value = evaluate(item, scope);
    if (item.kind === 'spread') {
      fields.blur();
      fields.length = undefined;
      fields.put('*', value.fields ? value.fields.any() : value, scope.branches);
      if (value.taints.length > 0) fields.put('*', { taints: value.taints }, scope.branches);
    } else if (fields.length === undefined) fields.put('*', value, scope.branches);
    else {
      fields.set(String(fields.length), value);
      fields.length += 1;
    }
  }
  return { taints: [], fields };
};

export const checkEntry = (
  run: AnalysisRun,
  key: string,
  { value, at, record }: { value: Value; at: Syntax; record: Value | undefined },
): void => {
  for (const { rule, check } of run.compiled.entries.get(key) ?? [])
    if (check.when(value, { callee: run.callee, record })) run.report(rule, at);
};

/** Checks a keyword argument with the rules for entries. */
const evaluateEntry = (entry: RecordEntry, fields: Fields, scope: Scope): Value[] => {
  const value = evaluate(entry.value, scope);
  if (entry.key === undefined) {
    for (const [key, field] of value.fields ?? []) fields.put(key, field, 0);
    return [{ ...unknownValue, taints: value.taints }];
  }
  const key = evaluate(entry.key, scope);
  fields.put(typeof key.constant === 'object' ? '*' : String(key.constant ?? '*'), value, 0);
  return key.taints.length > 0 ? [{ taints: key.taints }] : [];
};

const evaluateRecord = ({ entries, type }: ExpressionOf<'record'>, scope: Scope): Value => {
  const { run } = scope;
  const fields = new Fields(scope.branches);
  const made = type && evaluate(type, scope).path;
  const outer = run.callee;
  if (made !== undefined) run.callee = [made];
  const taints = entries.flatMap((entry) => evaluateEntry(entry, fields, scope));
  const value: Value = {
    taints: mergeTaints(...taints.map((one) => one.taints)),
    fields,
    ...(made !== undefined && { type: made }),
  };
  for (const { key, at } of entries) {
    if (key?.kind !== 'literal') continue;
    const name = String(key.value);
    const field = fields.get(name);
    if (field) {
      checkEntry(run, name, { value: field, at, record: value });
      nameFunction(field, name);
      if (made !== undefined) checkSinkWrite(run, [`${made}.${name}`], { value: field, at });
    }
  }
  run.callee = outer;
  return value;
};

const evaluateCast = ({ type, value }: ExpressionOf<'cast'>, scope: Scope): Value => {
  const found = evaluate(value, scope);
  if (scope.run.compiled.scalarTypes.has(type)) return found.constant === undefined ? asScalar(found) : found;
  return { ...found, type };
};

const evaluateOther = ({ parts, last }: ExpressionOf<'other'>, scope: Scope): Value => {
  const values = parts.map((part) => evaluate(part, scope));
  return last ? (values.at(-1) ?? unknownValue) : derivedFrom(values);
};

const evaluateBlock = ({ body, value }: ExpressionOf<'block'>, scope: Scope): Value => {
  execute(body, scope);
  return value && scope.left === undefined ? evaluate(value, scope) : unknownValue;
};

const evaluateFunction = ({ unit }: ExpressionOf<'function'>, scope: Scope): Value => {
  const self = scope.get('this');
  const callable = { unit, scope, ...(self && { self }) };
  scope.run.pending.push(callable);
  return { taints: [], callable };
};

type Evaluators = {
  [K in ExpressionKind]: (expression: ExpressionOf<K>, scope: Scope) => Value;
};

const evaluators: Evaluators = {
  literal: ({ value }) => constantOf(value),
  name: evaluateName,
  member: evaluateMember,
  index: evaluateIndex,
  call: evaluateCall,
  operation: evaluateOperation,
  concat: ({ parts }, scope) => foldConcatenation(parts.map((part) => evaluate(part, scope))),
  choice: evaluateChoice,
  assign: evaluateAssign,
  function: evaluateFunction,
  list: evaluateList,
  record: evaluateRecord,
  spread: ({ value }, scope) => evaluate(value, scope),
  cast: evaluateCast,
  regex: ({ source, flags }) => ({ taints: [], regex: { source, flags } }),
  block: evaluateBlock,
  other: evaluateOther,
};

/** Evaluates an expression, with its side effects. @throws OutOfTime */
export const evaluate = (expression: Expression, scope: Scope): Value => {
  const { run } = scope;
  if (!run.tick()) return unknownValue;
  run.depth += 1;
  try {
    const of = evaluators[expression.kind] as (it: Expression, scope: Scope) => Value;
    return of(expression, scope);
  } finally {
    run.depth -= 1;
  }
};
