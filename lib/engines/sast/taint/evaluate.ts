import type { Expression, ExpressionKind, ExpressionOf, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { assign, nameFunction } from './assign.ts';
import { evaluateCall } from './call.ts';
import { foldConcatenation, foldOperation, truthOf } from './constant-folding.ts';
import { assume } from './guard.ts';
import type { AnalysisRun } from './analysis-run.ts';
import type { Scope } from './scope.ts';
import {
  asScalar,
  sanitizedFor,
  constantOf,
  derivedFrom,
  Fields,
  joinValues,
  mergeTaints,
  numericTaints,
  unknownValue,
  type Value,
} from './value.ts';

/** Adds the taint of a source that matches this path. */
export const withSourceTaint = (run: AnalysisRun, path: string, at: Syntax, value: Value): Value => {
  const [source] = run.compiled.reads.find([path]);
  if (source === undefined) return value;
  return { ...value, taints: mergeTaints([run.taintFrom(at, source)], value.taints) };
};

/** Returns the access path of a chain such as `req.query.id`, which keys what tests have shown about it. */
export const accessPathOf = (expression: Expression): string | undefined => {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'member') {
    const object = accessPathOf(expression.object);
    return object && `${object}.${expression.name}`;
  }
  if (expression.kind !== 'index' || expression.index.kind !== 'literal') return undefined;
  const object = accessPathOf(expression.object);
  return object && `${object}.${expression.index.value}`;
};

/** Reads the member `key` of an object. */
export const readMember = (run: AnalysisRun, object: Value, key: string, at: Syntax): Value => {
  const found = object.fields?.at(key) ?? readUnknown(run, object, key, at);
  if (found.taints.length === 0) return found;
  const names = [object.path, object.type].flatMap((name) => (name === undefined ? [] : [`${name}.${key}`]));
  const [mask] = run.compiled.harmlessReads.find(names);
  return mask === undefined ? found : { ...found, taints: sanitizedFor(found.taints, mask) };
};

const readUnknown = (run: AnalysisRun, object: Value, key: string, at: Syntax): Value => {
  const path = `${object.path ?? object.type ?? '?'}.${key}`;
  const taints = object.taints;
  const plain: Value = object.path === undefined && taints.length === 0 ? unknownValue : { taints, path };
  const found = withSourceTaint(run, path, at, plain);
  if (found !== plain || object.type === undefined || object.path === undefined) return found;
  return withSourceTaint(run, `${object.type}.${key}`, at, found);
};

const evaluateName = (run: AnalysisRun, { name, at }: ExpressionOf<'name'>, scope: Scope): Value =>
  scope.get(name) ?? ownField(run, name, scope) ?? withSourceTaint(run, name, at, { taints: [], path: name });

/** Reads a field whose `this.` is omitted. */
const ownField = (run: AnalysisRun, name: string, scope: Scope): Value | undefined =>
  run.compiled.model.implicitSelf ? scope.get('this')?.fields?.at(name) : undefined;

/** Resolves a class to its full name when the file imports it. */
export const resolveType = (type: string, scope: Scope): string => {
  const dot = type.indexOf('.');
  const head = dot === -1 ? type : type.slice(0, dot);
  const path = scope.get(head)?.path;
  return path === undefined ? type : path + (dot === -1 ? '' : type.slice(dot));
};

const learnt = (scope: Scope, expression: Expression): Value | undefined => {
  if (!scope.anyLearnt()) return undefined;
  const place = accessPathOf(expression);
  return place === undefined ? undefined : scope.get(place);
};

const evaluateMember = (run: AnalysisRun, expression: ExpressionOf<'member'>, scope: Scope): Value => {
  const object = evaluate(run, expression.object, scope);
  const refined = learnt(scope, expression);
  if (refined) return refined;
  if (expression.name === 'length' && object.fields === undefined) return unknownValue;
  return readMember(run, object, expression.name, expression.at);
};

const evaluateIndex = (run: AnalysisRun, expression: ExpressionOf<'index'>, scope: Scope): Value => {
  const object = evaluate(run, expression.object, scope);
  const index = evaluate(run, expression.index, scope);
  const refined = learnt(scope, expression);
  if (refined) return refined;
  if (typeof object.constant === 'string' && typeof index.constant === 'number')
    return constantOf(object.constant.at(index.constant) ?? '');
  if (index.constant !== undefined && index.constant !== null)
    return readMember(run, object, String(index.constant), expression.at);
  const path = `${object.path ?? '?'}.*`;
  const items = object.fields ? object.fields.any() : unknownValue;
  // A guessable index makes the choice of the item guessable.
  const taints = mergeTaints(object.taints, items.taints, numericTaints(index.taints));
  return withSourceTaint(run, path, expression.at, { taints, path });
};

const increments = new Set(['++', '--']);

const evaluateOperation = (run: AnalysisRun, expression: ExpressionOf<'operation'>, scope: Scope): Value => {
  const { operator, operands } = expression;
  const [left, right] = operands;
  if (operator === '&&' && left && right) {
    const first = evaluate(run, left, scope);
    if (truthOf(first) === false) return first;
    let second = unknownValue;
    scope.fork([
      () => {
        assume(run, left, true, scope);
        second = evaluate(run, right, scope);
      },
      () => undefined,
    ]);
    return { ...second };
  }
  const values = operands.map((operand) => evaluate(run, operand, scope));
  if (increments.has(operator) && left) {
    const next = foldOperation(operator === '++' ? '+' : '-', [values[0] ?? unknownValue, constantOf(1)]);
    assign(run, left, scope.branches > 0 ? unknownValue : next, scope, expression.at);
    return unknownValue;
  }
  return foldOperation(operator, values);
};

const evaluateChoice = (run: AnalysisRun, expression: ExpressionOf<'choice'>, scope: Scope): Value => {
  const { test, yes, no } = expression;
  if (test === undefined) {
    const first = evaluate(run, yes, scope);
    if (truthOf(first) === true) return first;
    let second = unknownValue;
    scope.fork([() => (second = evaluate(run, no, scope)), () => undefined]);
    return truthOf(first) === false ? second : joinValues(first, second);
  }
  const decided = truthOf(evaluate(run, test, scope));
  if (decided !== undefined) return evaluate(run, decided ? yes : no, scope);
  let [first, second] = [unknownValue, unknownValue];
  scope.fork([
    () => {
      assume(run, test, true, scope);
      first = evaluate(run, yes, scope);
    },
    () => {
      assume(run, test, false, scope);
      second = evaluate(run, no, scope);
    },
  ]);
  return joinValues(first, second);
};

/** Applies an operator like `+=`. */
const combine = (operator: string, before: Value, value: Value): Value => {
  if (['??=', '||=', '&&='].includes(operator)) return joinValues(before, value);
  const isSum = operator === '+=' || (operator === '%=' && typeof before.constant === 'string');
  return isSum ? foldConcatenation([before, value]) : foldOperation(operator.slice(0, -1), [before, value]);
};

const evaluateAssign = (run: AnalysisRun, expression: ExpressionOf<'assign'>, scope: Scope): Value => {
  const { target, operator, at } = expression;
  const value = evaluate(run, expression.value, scope);
  if (operator === undefined || operator === '=' || operator === ':=') {
    assign(run, target, value, scope, at);
    return value;
  }
  const before = evaluate(run, target, scope);
  const after = combine(operator, before, value);
  assign(run, target, after, scope, at);
  return after;
};

const evaluateList = (run: AnalysisRun, { items }: ExpressionOf<'list'>, scope: Scope): Value => {
  const fields = new Fields(scope.branches);
  fields.length = 0;
  for (const item of items) {
    const value = evaluate(run, item, scope);
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

const checkEntry = (
  run: AnalysisRun,
  key: string,
  value: Value,
  at: Syntax,
  record: Value | undefined,
): void => {
  for (const { rule, check } of run.compiled.entries.get(key) ?? [])
    if (check.when(value, { callee: run.callee, record })) run.report(rule, at);
};

/** Checks a keyword argument with the rules for entries. */
export const checkNamedArgument = checkEntry;

const evaluateEntry = (run: AnalysisRun, entry: RecordEntry, fields: Fields, scope: Scope): Value[] => {
  const value = evaluate(run, entry.value, scope);
  if (entry.key === undefined) {
    for (const [key, field] of value.fields ?? []) fields.put(key, field, 0);
    return [{ ...unknownValue, taints: value.taints }];
  }
  const key = evaluate(run, entry.key, scope);
  fields.put(typeof key.constant === 'object' ? '*' : String(key.constant ?? '*'), value, 0);
  return key.taints.length > 0 ? [{ taints: key.taints }] : [];
};

const evaluateRecord = (run: AnalysisRun, { entries, type }: ExpressionOf<'record'>, scope: Scope): Value => {
  const fields = new Fields(scope.branches);
  const made = type && evaluate(run, type, scope).path;
  const outer = run.callee;
  if (made !== undefined) run.callee = [made];
  const taints = entries.flatMap((entry) => evaluateEntry(run, entry, fields, scope));
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
      checkEntry(run, name, field, at, value);
      nameFunction(field, name);
    }
  }
  run.callee = outer;
  return value;
};

const evaluateCast = (run: AnalysisRun, { type, value }: ExpressionOf<'cast'>, scope: Scope): Value => {
  const found = evaluate(run, value, scope);
  if (run.compiled.scalarTypes.has(type)) return found.constant === undefined ? asScalar(found) : found;
  return { ...found, type };
};

const evaluateOther = (run: AnalysisRun, { parts, last }: ExpressionOf<'other'>, scope: Scope): Value => {
  const values = parts.map((part) => evaluate(run, part, scope));
  return last ? (values.at(-1) ?? unknownValue) : derivedFrom(values);
};

const evaluateFunction = (run: AnalysisRun, { unit }: ExpressionOf<'function'>, scope: Scope): Value => {
  const self = scope.get('this');
  const callable = { unit, scope, ...(self && { self }) };
  run.pending.push(callable);
  return { taints: [], callable };
};

type Evaluators = {
  [K in ExpressionKind]: (run: AnalysisRun, expression: ExpressionOf<K>, scope: Scope) => Value;
};

const evaluators: Evaluators = {
  literal: (_, { value }) => constantOf(value),
  name: evaluateName,
  member: evaluateMember,
  index: evaluateIndex,
  call: evaluateCall,
  operation: evaluateOperation,
  concat: (run, { parts }, scope) => foldConcatenation(parts.map((part) => evaluate(run, part, scope))),
  choice: evaluateChoice,
  assign: evaluateAssign,
  function: evaluateFunction,
  list: evaluateList,
  record: evaluateRecord,
  spread: (run, { value }, scope) => evaluate(run, value, scope),
  cast: evaluateCast,
  regex: (_, { source, flags }) => ({ taints: [], regex: { source, flags } }),
  other: evaluateOther,
};

/** Evaluates an expression, with its side effects. @throws OutOfTime */
export const evaluate = (run: AnalysisRun, expression: Expression, scope: Scope): Value => {
  if (!run.tick()) return unknownValue;
  run.depth += 1;
  try {
    const of = evaluators[expression.kind] as (run: AnalysisRun, it: Expression, scope: Scope) => Value;
    return of(run, expression, scope);
  } finally {
    run.depth -= 1;
  }
};
