import type { Argument, Expression, ExpressionOf } from '../ir.ts';
import type { Call, Sink } from '../rule.ts';
import { writeBack } from './assign.ts';
import { calleeNames } from './callee-names.ts';
import { foldStringMethod } from './constant-folding.ts';
import { storedByCall } from './cross-request-stores.ts';
import { useContainer } from './containers.ts';
import { constructObject, enterFunction, enterCallback, methodOf } from './enter-function.ts';
import type { CompiledModel } from './compiled-model.ts';
import { checkEntry, evaluate } from './evaluate.ts';
import { withSourceTaint } from './read-member.ts';
import type { Callable, AnalysisRun } from './analysis-run.ts';
import type { Scope } from './scope.ts';
import {
  sanitizedFor,
  constantOf,
  deepTaints,
  derivedFrom,
  Fields,
  isFixedValue,
  mergeTaints,
  numericTaints,
  prefixOf,
  unknownValue,
  type Value,
} from './value.ts';

interface Arguments {
  args: Value[];
  named: Map<string, Value>;
  written: Expression[];
}

const evaluateArguments = (list: readonly Argument[], names: readonly string[], scope: Scope): Arguments => {
  const { run } = scope;
  const result: Arguments = { args: [], named: new Map(), written: [] };
  const outer = run.callee;
  run.callee = names;
  for (const { name, value } of list) {
    const found = evaluate(value, scope);
    if (name !== undefined) {
      result.named.set(name, found);
      checkEntry(run, name, { value: found, at: value.at, record: undefined });
    } else if (value.kind === 'spread' && found.fields?.length !== undefined) {
      for (let at = 0; at < found.fields.length; at += 1) {
        result.args.push(found.fields.at(String(at)) ?? unknownValue);
        result.written.push(value);
      }
    } else {
      result.args.push(found);
      result.written.push(value);
    }
  }
  run.callee = outer;
  return result;
};

const fieldsOf = (value: Value, fields: readonly string[] | undefined): Value[] => {
  if (fields === undefined || !value.fields) return [value];
  return fields.map((field) => value.fields?.at(field)).filter((field) => field !== undefined);
};

const dangerousArguments = (sink: Sink, call: Call): readonly Value[] => {
  if (sink.args === 'all') return call.args;
  const args = sink.args === 'receiver' ? [call.receiver] : (sink.args ?? [0]).map((at) => call.args[at]);
  return args.filter((arg) => arg !== undefined);
};

const checkCall = (run: AnalysisRun, call: Call): void => {
  const { calls, sinkCalls } = run.compiled;
  for (const { rule, check } of calls.find(call.names))
    if (!check.when || check.when(call)) run.report(rule, call.at);
  for (const found of sinkCalls.find(call.names)) {
    const { sink } = found;
    if (sink.when && !sink.when(call)) continue;
    const args = dangerousArguments(sink, call);
    const named = (sink.named ?? []).map((name) => call.named.get(name)).filter((arg) => arg !== undefined);
    for (const arg of [...args, ...named].flatMap((value) => fieldsOf(value, sink.fields)))
      run.sink(found, arg, call.at);
  }
};

const sourceOf = (call: Call, scope: Scope): Value | undefined => {
  const { run } = scope;
  for (const source of run.compiled.sourceCalls.find(call.names)) {
    if (source.when && !source.when(call)) continue;
    const tainted: Value = { taints: [run.taintFrom(call.at, source)] };
    if (source.fills === undefined) return { ...tainted, path: `${call.names[0] ?? '?'}()` };
    for (const at of source.fills) {
      const target = call.written[at];
      if (target) fill(target, tainted, scope);
    }
  }
  return undefined;
};

/** Returns the target of an out-parameter: `&x`, or x itself. */
const fill = (written: Expression, value: Value, scope: Scope): void => {
  const target =
    written.kind === 'operation' && written.operands.length === 1 ? written.operands[0]! : written;
  const before = evaluate(target, scope);
  before.fields?.put('*', value, scope.branches);
  writeBack(target, { ...before, taints: mergeTaints(before.taints, value.taints) }, scope);
};

const sanitized = (run: AnalysisRun, call: Call, isOwn: boolean): Value | undefined => {
  const given = [...(call.receiver ? [call.receiver] : []), ...call.args, ...call.named.values()];
  const { sanitizers, guesses } = run.compiled;
  let mask = 0;
  const use = (table: CompiledModel['sanitizers']): void => {
    for (const { sanitizer, mask: cleaned } of table.find(call.names))
      if (!sanitizer.when || sanitizer.when(call)) mask |= cleaned;
  };
  use(sanitizers);
  // The lookup runs for every call, so it is skipped when nothing is tainted.
  if (!isOwn && given.some(({ taints, fields }) => taints.length > 0 || fields)) use(guesses);
  if (mask === 0) return undefined;
  const from = derivedFrom(given);
  const taints = mask === -1 ? numericTaints(from.taints) : sanitizedFor(from.taints, mask);
  return { taints, path: `${call.names[0] ?? '?'}()` };
};

/** Runs functions among the arguments as the library would. */
const enterArguments = (run: AnalysisRun, call: Call): Value[] => {
  // A handler that a framework calls gets its arguments from the framework, as an entry point.
  const callables = call.args.filter(({ callable }) => callable?.unit.annotations.length === 0);
  if (callables.length === 0) return [];
  const [model] = run.compiled.callbacks.find(call.names).filter(({ when }) => !when || when(call));
  return callables.map(({ callable }) => enterCallback(run, callable!, { call, model }));
};

/** Returns the prefix of a formatted text. */
const formatPrefix = (run: AnalysisRun, { names, args }: Call): string | undefined => {
  const format = args[0] && prefixOf(args[0]);
  if (format === undefined || run.compiled.formats.find(names).length === 0) return undefined;
  return format.slice(0, Math.max(0, format.search(/[%{]|$/)));
};

const transforming =
  /\.(?:map|flatMap|then|mapToObj|mapToInt|Select|SelectMany|and_then|filter_map|flat_map)$/;

/** `list.map(f)` returns the results of f, also when f is a library function: `ids.map(Number)`. */
const transformed = (run: AnalysisRun, call: Call, within: readonly Value[]): Value | undefined => {
  const [name = ''] = call.names;
  const [by] = call.args;
  if (!transforming.test(name) || !call.receiver || !by) return undefined;
  if (by.callable) return { ...derivedFrom(within), path: `${name}()` };
  const given =
    by.path === undefined ? undefined : sanitized(run, { ...call, names: [by.path], args: [] }, false);
  return given && { ...given, path: `${name}()` };
};

const unknownResult = (run: AnalysisRun, call: Call, within: readonly Value[]): Value => {
  const [type] = run.compiled.results.find(call.names);
  const named = [...call.named.values()];
  const made = transformed(run, call, within);
  if (made) return made;
  const from = [
    ...(call.receiver ? [call.receiver] : []),
    ...call.args.filter(({ callable }) => !callable),
    ...named,
    ...within,
  ];
  const derived = derivedFrom(from).taints;
  const taints = call.created ? derived.map((taint) => ({ ...taint, held: true as const })) : derived;
  const path = `${call.names[0] ?? '?'}()`;
  const constructed = call.created ? call.names[0] : undefined;
  const prefix = formatPrefix(run, call);
  return {
    taints,
    path,
    ...((type ?? constructed) && { type: type ?? constructed! }),
    ...(prefix && { prefix }),
    ...(prefix && [...call.args, ...named].every(isFixedValue) && { fixed: true }),
  };
};

const ownFunction = (
  expression: ExpressionOf<'call'>,
  callee: Value,
  { receiver, scope }: { receiver: Value | undefined; scope: Scope },
): Callable | undefined => {
  const { run } = scope;
  if (callee.callable) return callee.callable;
  if (expression.callee.kind === 'member') {
    const { name } = expression.callee;
    return receiver?.fields?.at(name)?.callable ?? methodOf(run, receiver, name);
  }
  if (!run.compiled.model.implicitSelf || expression.callee.kind !== 'name') return undefined;
  return methodOf(run, scope.get('this'), expression.callee.name);
};

/** Evaluates `new F()` of a plain function to the object that it fills. */
const constructedBy = (run: AnalysisRun, own: Callable, call: Call): Value => {
  const self: Value = { taints: [], ...(own.unit.name && { type: own.unit.name }), fields: new Fields(0) };
  enterFunction(run, own, { ...call, receiver: self });
  return self;
};

/** Evaluates a lookup in the settings to their value. */
const settingOf = ({ compiled }: AnalysisRun, { names, args }: Call): Value | undefined => {
  const key = args[0]?.constant;
  if (typeof key !== 'string' || compiled.settingCalls.find(names).length === 0) return undefined;
  const value = compiled.settings?.(key);
  return value === undefined ? undefined : constantOf(value);
};

const resultOf = (
  call: Call,
  expression: ExpressionOf<'call'>,
  { own, callee, scope }: { own: Callable | undefined; callee: Value; scope: Scope },
): Value => {
  const { run } = scope;
  const source = sourceOf(call, scope) ?? storedByCall(run, call);
  if (source) return source;
  const clean = sanitized(run, call, own !== undefined);
  if (clean) {
    // The call still has its side effects.
    if (own) enterFunction(run, own, call);
    else enterArguments(run, call);
    return clean;
  }
  if (own) return call.created ? constructedBy(run, own, call) : enterFunction(run, own, call);
  const made = call.created || callee.type !== undefined ? constructObject(run, call) : undefined;
  if (made) return made;
  const setting = settingOf(run, call);
  if (setting) return setting;
  const method = expression.callee.kind === 'member' ? expression.callee.name : undefined;
  if (method && call.receiver) {
    const text = foldStringMethod(call.receiver, method, call.args);
    if (text) return text;
  }
  const within = enterArguments(run, call);
  if (method && call.receiver && expression.callee.kind === 'member') {
    const used = useContainer(expression.callee.object, method, { call, scope });
    if (used) return used;
  }
  return unknownResult(run, call, within);
};

/** Calls that return their argument in another form. */
const transparent = new Set([
  'util.promisify',
  'promisify',
  'Buffer.from',
  'Object.freeze',
  'structuredClone',
  'Encoding.UTF8.GetBytes',
  'Encoding.ASCII.GetBytes',
  'Encoding.Unicode.GetBytes',
  'Convert.FromBase64String',
]);

/** Evaluates `require('x')` and `import('x')` to the module x. */
const moduleOf = (names: readonly string[], args: readonly Value[]): Value | undefined => {
  const [name] = names;
  const specifier = args[0]?.constant;
  if (name !== undefined && transparent.has(name) && args[0]) return args[0];
  if ((name !== 'require' && name !== 'import') || typeof specifier !== 'string') return undefined;
  return { taints: [], path: specifier.replace(/^node:/, '') };
};

export const evaluateCall = (expression: ExpressionOf<'call'>, scope: Scope): Value => {
  const { run } = scope;
  const { callee: written, at } = expression;
  const receiver = written.kind === 'member' ? evaluate(written.object, scope) : undefined;
  const callee = written.kind === 'member' ? unknownValue : evaluate(written, scope);
  const field = written.kind === 'member' ? receiver?.fields?.at(written.name) : undefined;
  if (field && !field.callable && expression.args.length === 0 && run.compiled.model.callsReadFields)
    return field;
  const names = field?.path !== undefined ? [field.path] : calleeNames(expression, callee, receiver);
  const { args, named, written: writtenArgs } = evaluateArguments(expression.args, names, scope);
  const module = moduleOf(names, args);
  if (module) return withSourceTaint(run, module.path ?? '', { at, value: module });
  const call: Call = {
    names,
    args,
    named,
    receiver,
    created: expression.created,
    at,
    written: writtenArgs,
    within: run.within,
  };
  const own = ownFunction(expression, callee, { receiver, scope });
  if (!own) {
    checkCall(run, call);
    run.pass(names, args, at);
  }
  // A callee that is itself tainted (`req.query.x()`) was already handled when it was evaluated.
  const result = resultOf(call, expression, { own, callee, scope });
  return callee.taints.length > 0 && !own
    ? { ...result, taints: mergeTaints(result.taints, deepTaints(callee)) }
    : result;
};
