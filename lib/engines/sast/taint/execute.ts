import type { ClassUnit, FunctionUnit, Statement, StatementKind } from '../ir.ts';
import type { Rule } from '../rule.ts';
import { assign } from './assign.ts';
import { truthOf } from './constant-folding.ts';
import { constructors, initializeFields } from './enter-function.ts';
import { evaluate, resolveType } from './evaluate.ts';
import { accessPathOf } from './read-member.ts';
import { assume } from './guard.ts';
import type { ClassInfo, AnalysisRun } from './analysis-run.ts';
import { Scope } from './scope.ts';
import { asScalar, Fields, mergeTaints, unknownValue, type Value } from './value.ts';

type Of<K extends StatementKind> = Extract<Statement, { kind: K }>;

const checkAnnotations = (
  run: AnalysisRun,
  unit: Pick<FunctionUnit, 'annotations'>,
  report: (rule: Rule) => void,
): void => {
  for (const annotation of unit.annotations)
    for (const { rule, check } of run.compiled.annotations.find([annotation.name]))
      if (!check.when || check.when(annotation)) report(rule);
};

const declareFunction = (unit: FunctionUnit, scope: Scope): void => {
  const { run } = scope;
  checkAnnotations(run, unit, (rule) => run.report(rule, unit.at));
  if (unit.owner !== undefined) {
    const info = run.classes.get(unit.owner) ?? declareClass(emptyClass(unit.owner), scope);
    info.methods.set(unit.name ?? '', unit);
    run.pending.push({ unit, scope, self: info.self });
    return;
  }
  const callable = { unit, scope };
  run.pending.push(callable);
  if (unit.name) scope.declare(unit.name, { taints: [], callable, path: unit.name });
};

const emptyClass = (name: string): ClassUnit => ({
  name,
  bases: [],
  methods: [],
  fields: [],
  annotations: [],
  body: [],
});

const declareClass = (unit: ClassUnit, scope: Scope): ClassInfo => {
  const { run } = scope;
  const self: Value = { taints: [], type: unit.name, path: unit.name, fields: new Fields(0) };
  const before = run.classes.get(unit.name);
  const info: ClassInfo = {
    unit,
    scope,
    self: before?.self ?? self,
    methods: new Map([
      ...(before?.methods ?? []),
      ...unit.methods.map((method) => [method.name ?? '', method] as const),
    ]),
  };
  run.classes.set(unit.name, info);
  const statics = unit.methods.filter(({ isStatic }) => isStatic);
  const fields = new Fields(0);
  for (const method of statics)
    fields.set(method.name ?? '', { taints: [], callable: { unit: method, scope, self: info.self } });
  scope.declare(unit.name, { taints: [], path: unit.name, type: unit.name, fields });
  for (const method of unit.methods) checkAnnotations(run, method, (rule) => run.report(rule, method.at));
  for (const method of unit.methods.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a))))
    run.pending.push({ unit: method, scope, self: info.self });
  return info;
};

const isFirst = ({ name }: FunctionUnit): boolean => name !== undefined && constructors.includes(name);

const executeClass = ({ unit }: Of<'class'>, scope: Scope): void => {
  const { run } = scope;
  const info = run.classes.get(unit.name) ?? declareClass(unit, scope);
  initializeFields(run, info, info.self);
  execute(unit.body, new Scope(scope.run, scope, scope.branches));
};

const declare = ({ target, type, value, at }: Of<'declare'>, scope: Scope): void => {
  const given = value ? evaluate(value, scope) : unknownValue;
  const isScalar = type !== undefined && scope.run.compiled.scalarTypes.has(type);
  const plain: Value = isScalar && given.constant === undefined ? asScalar(given) : given;
  const typed =
    type && !isScalar
      ? { ...plain, type: plain.fields ? (plain.type ?? type) : resolveType(type, scope) }
      : plain;
  assign(target, typed, { scope, at, declares: true });
};

const executeIf = ({ test, yes, no }: Of<'if'>, scope: Scope): void => {
  const decided = truthOf(evaluate(test, scope));
  if (decided !== undefined) {
    execute(decided ? yes : no, scope);
    return;
  }
  scope.fork([
    () => {
      assume(test, true, scope);
      execute(yes, scope);
    },
    () => {
      assume(test, false, scope);
      execute(no, scope);
    },
  ]);
};

const itemsOf = (over: Value): Value => {
  const items = over.fields ? over.fields.any() : unknownValue;
  return { ...items, taints: mergeTaints(over.taints, items.taints) };
};

const passes = [1, 2];

const executeLoop = ({ each, init, test, update, body }: Of<'loop'>, scope: Scope): void => {
  execute(init, scope);
  if (test && truthOf(evaluate(test, scope)) === false) return;
  const over = each && evaluate(each.over, scope);
  // A counter does not keep its initial value.
  scope.fork([
    () => {
      for (const step of update) evaluate(step, scope);
      // Two rounds let the second one see the effects of the first.
      for (const _ of passes) {
        const before = new Map(scope.vars);
        if (each && over) {
          const keys = over.fields ? unknownValue : { taints: over.taints };
          const item = each.keys ? keys : itemsOf(over);
          assign(each.target, each.type ? { ...item, type: each.type } : item, {
            scope,
            at: each.target.at,
            declares: true,
          });
          if (each.keyTarget) assign(each.keyTarget, keys, { scope, at: each.target.at, declares: true });
        }
        if (test) assume(test, true, scope);
        scope.enclose(() => execute(body, scope), true);
        if (scope.left) return;
        for (const step of update) evaluate(step, scope);
        if (test) evaluate(test, scope);
        if (scope.isSettledSince(before)) return;
      }
    },
    () => undefined,
  ]);
};

type Case = Of<'switch'>['cases'][number];

const executeCase = (
  cases: readonly Case[],
  from: number,
  { fallsThrough, scope }: { fallsThrough: boolean; scope: Scope },
): void => {
  scope.enclose(() => {
    for (const { body } of fallsThrough ? cases.slice(from) : cases.slice(from, from + 1)) {
      execute(body, scope);
      if (scope.left) break;
    }
  }, false);
};

const executeSwitch = (statement: Of<'switch'>, scope: Scope): void => {
  const { subject, cases, fallsThrough } = statement;
  const value = subject ? evaluate(subject, scope) : unknownValue;
  const tests = cases.map((one) => one.tests.map((test) => evaluate(test, scope)));
  const fallback = tests.findIndex((list) => list.length === 0);
  const allConstant = tests.flat().every(({ constant }) => constant !== undefined);
  if (subject && value.constant !== undefined && allConstant) {
    const hit = tests.findIndex((list) => list.some(({ constant }) => constant === value.constant));
    const chosen = hit === -1 ? fallback : hit;
    if (chosen !== -1) executeCase(cases, chosen, { fallsThrough, scope });
    return;
  }
  const place = subject && accessPathOf(subject);
  const alternatives = cases.map((one, index) => () => {
    const [only] = tests[index] ?? [];
    if (place !== undefined && only?.constant !== undefined)
      scope.learn(place, { taints: [], constant: only.constant });
    if (!subject && one.tests.length === 1 && one.tests[0]) assume(one.tests[0], true, scope);
    executeCase(cases, index, { fallsThrough, scope });
  });
  scope.fork(fallback === -1 ? [...alternatives, () => undefined] : alternatives);
};

const executeTry = ({ body, handlers, finally: last }: Of<'try'>, scope: Scope): void => {
  scope.attempt(
    () => execute(body, scope),
    handlers.map(({ name, type, body: handler }) => () => {
      if (name) scope.declare(name, { taints: [], path: name, ...(type && { type }) });
      execute(handler, scope);
    }),
  );
  const { left } = scope;
  scope.left = undefined;
  execute(last, scope);
  scope.left ??= left;
};

const executeReturn = ({ value, at }: Of<'return'>, scope: Scope): void => {
  const { run } = scope;
  const found = value ? evaluate(value, scope) : unknownValue;
  const unit = run.within;
  if (unit) {
    const owner = unit.owner === undefined ? undefined : run.classes.get(unit.owner)?.unit;
    for (const ruleSink of run.compiled.sinkReturns)
      if (ruleSink.sink.returns?.(unit, owner)) run.sink(ruleSink, found, at);
  }
  scope.returned.push(found);
  scope.left = 'return';
};

type Executors = { [K in StatementKind]: (statement: Of<K>, scope: Scope) => void };

const executors: Executors = {
  evaluate: ({ value }, scope) => void evaluate(value, scope),
  declare,
  if: executeIf,
  loop: executeLoop,
  switch: executeSwitch,
  return: executeReturn,
  leave: ({ how, value }, scope) => {
    if (value) evaluate(value, scope);
    scope.left = how;
  },
  try: executeTry,
  block: ({ body }, scope) => execute(body, scope),
  // Functions are hoisted.
  function: () => undefined,
  class: executeClass,
  import: ({ bindings, at }, scope) => {
    const { run } = scope;
    for (const { local, path } of bindings) {
      scope.declare(local, { taints: [], path });
      for (const rule of run.compiled.imports.find([path])) run.report(rule, at);
    }
  },
};

/** Executes statements in order while they are reachable. @throws OutOfTime */
export const execute = (statements: readonly Statement[], scope: Scope): void => {
  for (const statement of statements) {
    if (statement.kind === 'function') declareFunction(statement.unit, scope);
    else if (statement.kind === 'class') declareClass(statement.unit, scope);
  }
  for (const statement of statements) {
    if (scope.left) return;
    const of = executors[statement.kind] as (it: Statement, scope: Scope) => void;
    of(statement, scope);
  }
};
