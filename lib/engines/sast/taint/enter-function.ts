import type { ClassUnit, FunctionUnit, Parameter } from '../ir.ts';
import type { Call, Callback } from '../rule.ts';
import { assign } from './assign.ts';
import { evaluate, resolveType } from './evaluate.ts';
import { withSourceTaint } from './read-member.ts';
import { execute } from './execute.ts';
import type { Callable, ClassInfo, AnalysisRun } from './analysis-run.ts';
import { Scope } from './scope.ts';
import {
  asScalar,
  derivedFrom,
  Fields,
  isTainted,
  joinAllValues,
  mergeTaints,
  unknownValue,
  withStep,
  type Value,
} from './value.ts';

const maxStack = 6;
const maxVariants = 40;

/** Returns a key that is equal for calls with equivalent arguments. */
const signatureOf = (values: readonly (Value | undefined)[], depth = 0): string =>
  values
    .map((value) => {
      if (value === undefined) return '-';
      const taints = value.taints
        .map(({ origin, sanitized: cleaned }) => `${origin.at.place.start}/${cleaned}`)
        .join('+');
      const fields =
        value.fields && depth < 2
          ? `{${[...value.fields].map(([key, field]) => `${key}:${signatureOf([field], depth + 1)}`).join(',')}}`
          : '';
      return `${taints}|${String(value.constant)}|${value.path ?? ''}|${value.callable ? value.callable.unit.at.place.start : ''}${fields}`;
    })
    .join(';');

const bind = (
  unit: FunctionUnit,
  args: readonly Value[],
  { call, scope }: { call: Call | undefined; scope: Scope },
): void => {
  for (const [index, parameter] of unit.parameters.entries()) {
    const name = parameter.target.kind === 'name' ? parameter.target.name : undefined;
    const block = parameter.isBlock ? args.findLast(({ callable }) => callable) : undefined;
    let value = block ?? (name === undefined ? undefined : call?.named.get(name)) ?? args[index];
    if (parameter.rest) {
      const fields = new Fields(scope.branches);
      fields.length = 0;
      for (const arg of args.slice(index)) fields.set(String(fields.length++), arg);
      value = { taints: [], fields };
    }
    if (value === undefined && parameter.default) value = evaluate(parameter.default, scope);
    const given = value ?? unknownValue;
    const typed =
      parameter.type && given.type === undefined
        ? { ...given, type: resolveType(parameter.type, scope) }
        : given;
    const traced = withStep(typed, call?.at ?? unit.at, `passed to \`${unit.name ?? 'a function'}\``);
    assign(parameter.target, scalarOr(scope.run, parameter, traced), { scope, at: unit.at, declares: true });
  }
};

/** Drops taint from a parameter that is declared as a number. */
const scalarOr = (run: AnalysisRun, { type }: Parameter, value: Value): Value =>
  type !== undefined && run.compiled.scalarTypes.has(type) ? asScalar(value) : value;

const runBody = (
  run: AnalysisRun,
  callable: Callable,
  { bindParameters, branches }: { bindParameters: (scope: Scope) => void; branches: number },
): Value => {
  const { unit, self } = callable;
  run.runs.set(unit, (run.runs.get(unit) ?? 0) + 1);
  const scope = new Scope(run, callable.scope, branches);
  scope.ownsAssigned = unit.ownVariables === true;
  if (self) scope.declare(unit.receiver ?? 'this', self);
  if (self && unit.receiver !== 'this' && run.compiled.model.implicitSelf) scope.declare('this', self);
  run.stack.push(unit);
  run.depth += 1;
  try {
    bindParameters(scope);
    execute(unit.body, scope);
  } finally {
    run.stack.pop();
    run.depth -= 1;
  }
  return scope.returned.length === 0 ? unknownValue : joinAllValues(scope.returned);
};

const maxPlainRuns = 12;
const maxTaintedRuns = 48;

/** Returns whether a function has been evaluated so often that another run is not worth its time. */
const isKnownWell = (run: AnalysisRun, unit: FunctionUnit, args: readonly Value[]): boolean => {
  const runs = run.runs.get(unit) ?? 0;
  return runs >= maxPlainRuns && (runs >= maxTaintedRuns || !args.some(isTainted));
};

/** Evaluates a function of this file with the arguments of a call. */
export const enterFunction = (run: AnalysisRun, callable: Callable, call: Call): Value => {
  const { unit } = callable;
  const { args } = call;
  const self = call.receiver?.fields || call.receiver?.type ? call.receiver : callable.self;
  const otherwise = (): Value =>
    derivedFrom([...(call.receiver ? [call.receiver] : []), ...args, ...call.named.values()]);
  if (run.stack.length >= maxStack || run.stack.includes(unit)) return otherwise();
  const memo = run.memo.get(callable) ?? new Map<string, Value>();
  run.memo.set(callable, memo);
  const signature = signatureOf([...args, ...call.named.values(), self]);
  const before = memo.get(signature);
  if (before) return before;
  if (memo.size >= maxVariants || isKnownWell(run, unit, args)) return otherwise();
  const bound = self === undefined ? callable : { ...callable, self };
  const result = runBody(run, bound, {
    bindParameters: (scope) => bind(unit, args, { call, scope }),
    branches: callable.scope.branches,
  });
  memo.set(signature, result);
  return result;
};

/** Evaluates a callback of a library: its parameters follow the model, or are items of the receiver. */
export const enterCallback = (
  run: AnalysisRun,
  callable: Callable,
  { call, model }: { call: Call; model: Callback | undefined },
): Value => {
  const { unit } = callable;
  if (run.stack.length >= maxStack || run.stack.includes(unit)) return unknownValue;
  if (isKnownWell(run, unit, [call.receiver ?? unknownValue])) return unknownValue;
  run.entered.add(unit);
  const items = call.receiver?.fields ? call.receiver.fields.any() : { taints: call.receiver?.taints ?? [] };
  const item: Value = {
    taints: mergeTaints(items.taints, call.receiver?.taints ?? []),
    ...(items.fields && { fields: items.fields }),
  };
  const args = unit.parameters.map((parameter, index): Value => {
    if (model === undefined) return index < 2 ? item : unknownValue;
    const own = parameter.target.kind === 'name' ? parameter.target.name : undefined;
    const path = own && model.unless?.includes(own) ? own : model.parameters[index];
    if (path === undefined) return unknownValue;
    return withSourceTaint(run, path, {
      at: parameter.target.at,
      value: {
        taints: [],
        path,
        ...(parameter.type && { type: parameter.type }),
      },
    });
  });
  return runBody(run, callable, {
    bindParameters: (scope) => bind(unit, args, { call: undefined, scope }),
    branches: callable.scope.branches,
  });
};

/** Evaluates a function as an entry point that is called from outside of this file. */
export const enterAsEntryPoint = (run: AnalysisRun, callable: Callable): void => {
  const { unit } = callable;
  if (run.entered.has(unit)) return;
  run.entered.add(unit);
  const owner = unit.owner === undefined ? undefined : run.classes.get(unit.owner)?.unit;
  for (const rule of run.compiled.functionRules) if (rule.functions?.(unit, owner)) run.report(rule, unit.at);
  runBody(run, callable, {
    bindParameters: (scope) => {
      for (const [index, parameter] of unit.parameters.entries()) {
        const value = outsideParameter(parameter, unit, { owner, index, scope });
        assign(parameter.target, value, { scope, at: unit.at, declares: true });
      }
    },
    branches: callable.scope.branches,
  });
};

const outsideParameter = (
  parameter: Parameter,
  unit: FunctionUnit,
  { owner, index, scope }: { owner: ClassUnit | undefined; index: number; scope: Scope },
): Value => {
  const { run } = scope;
  const { type, target } = parameter;
  if (type !== undefined && run.compiled.scalarTypes.has(type)) return unknownValue;
  const named = run.compiled.model.outsideName?.(parameter, unit, index);
  const path = named ?? (target.kind === 'name' ? target.name : undefined);
  const given = run.given(unit, index);
  const source = run.compiled.parameterSources.find(({ parameter: is }) =>
    is?.(parameter, { unit, owner, index }),
  );
  return {
    taints: [
      ...(source ? [run.taintFrom(target.at, source)] : []),
      ...(given ? [{ ...run.taintFrom(target.at, given), sanitized: given.cleaned }] : []),
    ],
    ...(path && { path }),
    ...(type && { type: resolveType(type, scope) }),
  };
};

/** Finds a method of an object whose class, or its base class, is in this file. */
export const methodOf = (run: AnalysisRun, object: Value | undefined, name: string): Callable | undefined => {
  let info: ClassInfo | undefined = object?.type === undefined ? undefined : classNamed(run, object.type);
  for (let depth = 0; info && depth < 8; depth += 1) {
    const unit = info.methods.get(name);
    if (unit) return { unit, scope: info.scope, self: object! };
    const [base] = info.unit.bases;
    info = base === undefined ? undefined : classNamed(run, base);
  }
  return undefined;
};

const classNamed = (run: AnalysisRun, type: string): ClassInfo | undefined =>
  run.classes.get(type) ?? run.classes.get(type.slice(type.lastIndexOf('.') + 1));

export const constructors = ['constructor', '__init__', '<init>', '__construct', 'initialize'];

/** Evaluates the construction of an object: field initializers, then the constructor. */
export const constructObject = (run: AnalysisRun, call: Call): Value | undefined => {
  const [name] = call.names;
  const info = name === undefined ? undefined : classNamed(run, name);
  if (info === undefined) return undefined;
  const self: Value = { taints: [], type: info.unit.name, fields: new Fields(0) };
  initializeFields(run, info, self);
  const unit = constructors.map((one) => info.methods.get(one)).find((found) => found);
  if (unit) enterFunction(run, { unit, scope: info.scope, self }, { ...call, receiver: self });
  return self;
};

const initializing = new WeakSet<ClassUnit>();

export const initializeFields = (run: AnalysisRun, info: ClassInfo, self: Value): void => {
  // Fields that hold objects of the same class (`static final A INSTANCE = new A()`) stay empty.
  if (initializing.has(info.unit)) return;
  initializing.add(info.unit);
  try {
    const scope = new Scope(run, info.scope, info.scope.branches);
    scope.declare('this', self);
    for (const { name, value, type } of info.unit.fields) {
      const found = value ? evaluate(value, scope) : unknownValue;
      const typed =
        type && found.type === undefined ? { ...found, type: resolveType(type, info.scope) } : found;
      self.fields?.put(name, typed, 0);
    }
  } finally {
    initializing.delete(info.unit);
  }
};
