import type { Expression, ExpressionOf } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import { evaluate } from './evaluate.ts';
import { accessPathOf, readMember } from './read-member.ts';
import type { AnalysisRun } from './analysis-run.ts';
import { putIntoStore } from './cross-request-stores.ts';
import type { Scope } from './scope.ts';
import { Fields, joinValues, mergeTaints, unknownValue, withStep, type Value } from './value.ts';

const checkWrite = (
  run: AnalysisRun,
  names: readonly string[],
  { value, at }: { value: Value; at: Syntax },
): void => {
  for (const { rule, check } of run.compiled.writes.find(names))
    if (check.when(value, run.within)) run.report(rule, at);
};

/** Checks what is assigned to a target with these names. */
export const checkSinkWrite = (
  run: AnalysisRun,
  names: readonly string[],
  { value, at }: { value: Value; at: Syntax },
): void => {
  for (const found of run.compiled.sinkWrites.find(names)) run.sink(found, value, at);
};

/** Checks a key that an untrusted user chose, where the target accepts any (`session.*`). */
const checkKey = (run: AnalysisRun, holder: Value, { key, at }: { key: Value; at: Syntax }): void => {
  for (const found of run.compiled.sinkWrites.find([`${holder.path ?? '?'}.[]`])) run.sink(found, key, at);
};

const checkNamed = (run: AnalysisRun, name: string, { value, at }: { value: Value; at: Syntax }): void => {
  for (const { rule, check } of run.compiled.namedWrites)
    if (check.name?.test(name) && check.when(value, run.within)) run.report(rule, at);
};

const assignMember = (
  object: Expression,
  key: string,
  { value, scope, at }: { value: Value; scope: Scope; at: Syntax },
): void => {
  const { run } = scope;
  const holder = evaluate(object, scope);
  const names = [`${holder.path ?? '?'}.${key}`, ...(holder.type ? [`${holder.type}.${key}`] : [])];
  checkWrite(run, names, { value, at });
  checkSinkWrite(run, names, { value, at });
  checkNamed(run, key, { value, at });
  const isCarried = putIntoStore(run, holder, { key, value });
  nameFunction(value, key);
  if (value.callable && holder.path === 'module' && key === 'exports') value.callable.unit.isDefault = true;
  const place = accessPathOf(object);
  if (place !== undefined) scope.forget(`${place}.${key}`);
  // The content of one session key says nothing about its other keys, nor about the module that it belongs to.
  if (isCarried) return;
  if (holder.fields) {
    holder.fields.put(key, value, scope.branches);
    return;
  }
  const fields = new Fields(scope.branches, [[key, value]]);
  if (object.kind === 'name' || object.kind === 'member') writeBack(object, { ...holder, fields }, scope);
};

/** Writes an extended value back to its place without asking the rules again. */
export const writeBack = (target: Expression, value: Value, scope: Scope): void => {
  if (target.kind === 'name') {
    if (scope.get(target.name) !== undefined || value.fields || value.taints.length > 0)
      scope.assign(target.name, value);
    return;
  }
  if (target.kind !== 'member') return;
  const holder = evaluate(target.object, scope);
  if (holder.fields) holder.fields.put(target.name, value, scope.branches);
  else if (target.object.kind === 'name' || target.object.kind === 'member')
    writeBack(
      target.object,
      { ...holder, fields: new Fields(scope.branches, [[target.name, value]]) },
      scope,
    );
};

const assignRecord = (
  { entries }: ExpressionOf<'record'>,
  value: Value,
  { scope, at, declares }: { scope: Scope; at: Syntax; declares: boolean },
): void => {
  for (const { key, value: target } of entries) {
    const part =
      key?.kind === 'literal'
        ? readMember(scope.run, value, { key: String(key.value), at: target.at })
        : { ...value, path: undefined };
    assign(target, part as Value, { scope, at, declares });
  }
};

/** Returns an item of a value that may also be tainted as a whole. */
const partOf = (whole: Value, item: Value): Value => {
  if (whole.taints.length === 0) return item;
  const { constant: _, ...rest } = item;
  return { ...rest, taints: mergeTaints(item.taints, whole.taints) };
};

const assignList = (
  { items }: ExpressionOf<'list'>,
  value: Value,
  { scope, at, declares }: { scope: Scope; at: Syntax; declares: boolean },
): void => {
  for (const [index, item] of items.entries()) {
    const path = `${value.path ?? '?'}.${index}`;
    const part =
      value.fields?.length !== undefined || value.fields?.has('*')
        ? partOf(value, value.fields.at(String(index)) ?? unknownValue)
        : {
            taints: value.taints,
            ...(value.path && { path }),
            // The first of several results has the class.
            ...(index === 0 && value.type && { type: value.type }),
          };
    assign(item.kind === 'spread' ? item.value : item, item.kind === 'spread' ? value : part, {
      scope,
      at,
      declares,
    });
  }
};

/** Names a function after its target: `const f = () => …`, `exports.f = …`. */
export const nameFunction = (value: Value, name: string): void => {
  if (value.callable && value.callable.unit.name === undefined) value.callable.unit.name = name;
};

/** Tells whether a field was declared and not yet given a value. */
const isUnset = (value: Value | undefined): boolean =>
  value !== undefined &&
  value.taints.length === 0 &&
  value.constant === undefined &&
  value.path === undefined &&
  !value.fields &&
  !value.callable;

const assignName = (
  name: string,
  value: Value,
  { scope, at, declares }: { scope: Scope; at: Syntax; declares: boolean },
): void => {
  const { run } = scope;
  checkNamed(run, name, { value, at });
  nameFunction(value, name);
  checkWrite(run, [name], { value, at });
  // A declared variable hides the browser's global of the same name: `const location = …`.
  if (!declares && scope.get(name) === undefined) checkSinkWrite(run, [name], { value, at });
  scope.forget(name);
  const traced = withStep(value, at, `assigned to \`${name}\``);
  const self = run.compiled.model.implicitSelf ? scope.get('this') : undefined;
  if (declares) scope.declare(name, traced);
  else if (self?.fields?.has(name) && scope.get(name) === undefined)
    self.fields.put(name, traced, isUnset(self.fields.get(name)) ? scope.branches : Number.POSITIVE_INFINITY);
  else scope.assign(name, traced);
};

/** Assigns a value to a target: a name, a member, an item, or a destructuring pattern. */
export const assign = (
  target: Expression,
  value: Value,
  { scope, at, declares = false }: { scope: Scope; at: Syntax; declares?: boolean },
): void => {
  switch (target.kind) {
    case 'name':
      assignName(target.name, value, { scope, at, declares });
      return;
    case 'member':
      assignMember(target.object, target.name, { value, scope, at });
      return;
    case 'index': {
      const index = evaluate(target.index, scope);
      const { constant } = index;
      if (index.taints.length > 0) checkKey(scope.run, evaluate(target.object, scope), { key: index, at });
      assignMember(target.object, constant === undefined ? '*' : String(constant), { value, scope, at });
      return;
    }
    case 'record':
      assignRecord(target, value, { scope, at, declares });
      return;
    case 'list':
      assignList(target, value, { scope, at, declares });
      return;
    case 'assign':
      assign(target.target, withDefault(value, evaluate(target.value, scope)), { scope, at, declares });
      return;
    case 'spread':
    case 'cast':
      assign(target.value, value, { scope, at, declares });
      return;
    default:
  }
};

const withDefault = (value: Value, otherwise: Value): Value =>
  value === unknownValue
    ? otherwise
    : { ...joinValues(value, otherwise), taints: mergeTaints(value.taints, otherwise.taints) };
