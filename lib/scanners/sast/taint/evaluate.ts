import type { Expression, ExpressionKind, ExpressionOf, RecordEntry } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { assign, nameFunction } from './assign.ts';
import { evaluateCall } from './call.ts';
import { concatenated, folded, truth } from './constants.ts';
import { assume } from './guard.ts';
import type { Run } from './run.ts';
import type { Scope } from './scope.ts';
import {
  asScalar,
  cleanedFor,
  constantOf,
  derivedFrom,
  Fields,
  join,
  mergeTaints,
  ofNumber,
  unknown,
  type Value,
} from './value.ts';

/** A name nobody declared, or what is read from an object: outside text if a source says so. */
export const known = (run: Run, path: string, at: Syntax, value: Value): Value => {
  const [source] = run.compiled.reads.find([path]);
  if (source === undefined) return value;
  return { ...value, taints: mergeTaints([run.taintFrom(at, source)], value.taints) };
};

/** The text of a chain such as `req.query.id`, under which what has been learnt about it is kept. */
export const placeOf = (expression: Expression): string | undefined => {
  if (expression.kind === 'name') return expression.name;
  if (expression.kind === 'member') {
    const object = placeOf(expression.object);
    return object && `${object}.${expression.name}`;
  }
  if (expression.kind !== 'index' || expression.index.kind !== 'literal') return undefined;
  const object = placeOf(expression.object);
  return object && `${object}.${expression.index.value}`;
};

/** What stands under `key` in an object. */
export const read = (run: Run, object: Value, key: string, at: Syntax): Value => {
  const found = object.fields?.at(key) ?? readUnknown(run, object, key, at);
  if (found.taints.length === 0) return found;
  const names = [object.path, object.type].flatMap((name) => (name === undefined ? [] : [`${name}.${key}`]));
  const [mask] = run.compiled.harmlessReads.find(names);
  return mask === undefined ? found : { ...found, taints: cleanedFor(found.taints, mask) };
};

const readUnknown = (run: Run, object: Value, key: string, at: Syntax): Value => {
  const path = `${object.path ?? object.type ?? '?'}.${key}`;
  const taints = object.taints;
  const plain: Value = object.path === undefined && taints.length === 0 ? unknown : { taints, path };
  const found = known(run, path, at, plain);
  if (found !== plain || object.type === undefined || object.path === undefined) return found;
  return known(run, `${object.type}.${key}`, at, found);
};

const evaluateName = (run: Run, { name, at }: ExpressionOf<'name'>, scope: Scope): Value =>
  scope.get(name) ?? ownField(run, name, scope) ?? known(run, name, at, { taints: [], path: name });

/** Where `this.` may be left out. */
const ownField = (run: Run, name: string, scope: Scope): Value | undefined =>
  run.compiled.model.implicitSelf ? scope.get('this')?.fields?.at(name) : undefined;

/** A class by its full name where the file imports it. */
export const resolveType = (type: string, scope: Scope): string => {
  const dot = type.indexOf('.');
  const head = dot === -1 ? type : type.slice(0, dot);
  const path = scope.get(head)?.path;
  return path === undefined ? type : path + (dot === -1 ? '' : type.slice(dot));
};

const learnt = (scope: Scope, expression: Expression): Value | undefined => {
  if (!scope.anyLearnt()) return undefined;
  const place = placeOf(expression);
  return place === undefined ? undefined : scope.get(place);
};

const evaluateMember = (run: Run, expression: ExpressionOf<'member'>, scope: Scope): Value => {
  const object = evaluate(run, expression.object, scope);
  const refined = learnt(scope, expression);
  if (refined) return refined;
  if (expression.name === 'length' && object.fields === undefined) return unknown;
  return read(run, object, expression.name, expression.at);
};

const evaluateIndex = (run: Run, expression: ExpressionOf<'index'>, scope: Scope): Value => {
  const object = evaluate(run, expression.object, scope);
  const index = evaluate(run, expression.index, scope);
  const refined = learnt(scope, expression);
  if (refined) return refined;
  if (typeof object.constant === 'string' && typeof index.constant === 'number')
    return constantOf(object.constant.at(index.constant) ?? '');
  if (index.constant !== undefined && index.constant !== null)
    return read(run, object, String(index.constant), expression.at);
  const path = `${object.path ?? '?'}.*`;
  const items = object.fields ? object.fields.any() : unknown;
  // Which item it is can be guessed when the index can.
  const taints = mergeTaints(object.taints, items.taints, ofNumber(index.taints));
  return known(run, path, expression.at, { taints, path });
};

const increments = new Set(['++', '--']);

const evaluateOperation = (run: Run, expression: ExpressionOf<'operation'>, scope: Scope): Value => {
  const { operator, operands } = expression;
  const [left, right] = operands;
  if (operator === '&&' && left && right) {
    const first = evaluate(run, left, scope);
    if (truth(first) === false) return first;
    let second = unknown;
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
    const next = folded(operator === '++' ? '+' : '-', [values[0] ?? unknown, constantOf(1)]);
    assign(run, left, scope.branches > 0 ? unknown : next, scope, expression.at);
    return unknown;
  }
  return folded(operator, values);
};

const evaluateChoice = (run: Run, expression: ExpressionOf<'choice'>, scope: Scope): Value => {
  const { test, yes, no } = expression;
  if (test === undefined) {
    const first = evaluate(run, yes, scope);
    if (truth(first) === true) return first;
    let second = unknown;
    scope.fork([() => (second = evaluate(run, no, scope)), () => undefined]);
    return truth(first) === false ? second : join(first, second);
  }
  const decided = truth(evaluate(run, test, scope));
  if (decided !== undefined) return evaluate(run, decided ? yes : no, scope);
  let [first, second] = [unknown, unknown];
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
  return join(first, second);
};

const evaluateAssign = (run: Run, expression: ExpressionOf<'assign'>, scope: Scope): Value => {
  const { target, operator, at } = expression;
  const value = evaluate(run, expression.value, scope);
  if (operator === undefined || operator === '=' || operator === ':=') {
    assign(run, target, value, scope, at);
    return value;
  }
  const before = evaluate(run, target, scope);
  const isChoice = ['??=', '||=', '&&='].includes(operator);
  const isSum = operator === '+=' || (operator === '%=' && typeof before.constant === 'string');
  const after = isChoice
    ? join(before, value)
    : isSum
      ? concatenated([before, value])
      : folded(operator.slice(0, -1), [before, value]);
  assign(run, target, after, scope, at);
  return after;
};

const evaluateList = (run: Run, { items }: ExpressionOf<'list'>, scope: Scope): Value => {
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

const checkEntry = (run: Run, key: string, value: Value, at: Syntax, record: Value | undefined): void => {
  for (const { rule, check } of run.compiled.entries.get(key) ?? [])
    if (check.when(value, { callee: run.callee, record })) run.report(rule, at);
};

/** Rules about keyword arguments are rules about entries. */
export const checkNamedArgument = checkEntry;

const evaluateEntry = (run: Run, entry: RecordEntry, fields: Fields, scope: Scope): Value[] => {
  const value = evaluate(run, entry.value, scope);
  if (entry.key === undefined) {
    for (const [key, field] of value.fields ?? []) fields.put(key, field, 0);
    return [{ ...unknown, taints: value.taints }];
  }
  const key = evaluate(run, entry.key, scope);
  fields.put(typeof key.constant === 'object' ? '*' : String(key.constant ?? '*'), value, 0);
  return key.taints.length > 0 ? [{ taints: key.taints }] : [];
};

const evaluateRecord = (run: Run, { entries, type }: ExpressionOf<'record'>, scope: Scope): Value => {
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

const evaluateCast = (run: Run, { type, value }: ExpressionOf<'cast'>, scope: Scope): Value => {
  const found = evaluate(run, value, scope);
  if (run.compiled.scalarTypes.has(type)) return found.constant === undefined ? asScalar(found) : found;
  return { ...found, type };
};

const evaluateOther = (run: Run, { parts, last }: ExpressionOf<'other'>, scope: Scope): Value => {
  const values = parts.map((part) => evaluate(run, part, scope));
  return last ? (values.at(-1) ?? unknown) : derivedFrom(values);
};

const evaluateFunction = (run: Run, { unit }: ExpressionOf<'function'>, scope: Scope): Value => {
  const self = scope.get('this');
  const callable = { unit, scope, ...(self && { self }) };
  run.pending.push(callable);
  return { taints: [], callable };
};

type Evaluators = { [K in ExpressionKind]: (run: Run, expression: ExpressionOf<K>, scope: Scope) => Value };

const evaluators: Evaluators = {
  literal: (_, { value }) => constantOf(value),
  name: evaluateName,
  member: evaluateMember,
  index: evaluateIndex,
  call: evaluateCall,
  operation: evaluateOperation,
  concat: (run, { parts }, scope) => concatenated(parts.map((part) => evaluate(run, part, scope))),
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

/** What an expression may be, and what evaluating it does. @throws OutOfTime */
export const evaluate = (run: Run, expression: Expression, scope: Scope): Value => {
  if (!run.tick()) return unknown;
  run.depth += 1;
  try {
    const of = evaluators[expression.kind] as (run: Run, it: Expression, scope: Scope) => Value;
    return of(run, expression, scope);
  } finally {
    run.depth -= 1;
  }
};
