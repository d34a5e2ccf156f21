import type { Expression } from '../ir.ts';
import type { Call, ContainerUse } from '../rule.ts';
import { writeBack } from './assign.ts';
import { shortName } from './callee-names.ts';
import { readMember } from './read-member.ts';
import type { AnalysisRun } from './analysis-run.ts';
import type { Scope } from './scope.ts';
import { derivedFrom, Fields, mergeTaints, unknownValue, type Value } from './value.ts';

const keyOf = (value: Value | undefined): string =>
  value?.constant === undefined || value.constant === null ? '*' : String(value.constant);

const append = (fields: Fields, values: readonly Value[], scope: Scope): void => {
  for (const value of values) {
    if (fields.length === undefined || scope.branches > fields.branches) {
      fields.blur();
      fields.put('*', value, scope.branches);
    } else {
      fields.set(String(fields.length), value);
      fields.length += 1;
    }
  }
};

/** Removes an item and moves up those behind it. */
const removeAt = (fields: Fields, at: number, scope: Scope): void => {
  if (fields.length === undefined || scope.branches > fields.branches || !(at >= 0 && at < fields.length)) {
    fields.blur();
    return;
  }
  for (let index = at; index < fields.length - 1; index += 1)
    fields.set(String(index), fields.get(String(index + 1)) ?? unknownValue);
  fields.length -= 1;
  fields.delete(String(fields.length));
};

/** Finds the root of a chain: `text.append(a).append(b)` appends to `text`. */
const builderOf = (run: AnalysisRun, object: Expression): Expression => {
  const { containers } = run.compiled.model;
  let at = object;
  while (at.kind === 'call' && at.callee.kind === 'member' && containers[at.callee.name] === 'mutate')
    at = at.callee.object;
  return at;
};

/** An unknown builder or list holds whatever is added to it. */
const mutate = (object: Expression, call: Call, scope: Scope): Value => {
  const receiver = call.receiver ?? unknownValue;
  const { taints } = derivedFrom([receiver, ...call.args]);
  const holder = { ...receiver, taints: mergeTaints(receiver.taints, taints) };
  delete holder.constant;
  if (taints.length > 0) writeBack(builderOf(scope.run, object), holder, scope);
  return holder;
};

const fresh = (call: Call, scope: Scope): Fields | undefined => {
  const receiver = call.receiver;
  if (receiver?.fields) return receiver.fields;
  // The container was just constructed and is empty.
  if (!receiver?.type || receiver.taints.length > 0) return undefined;
  const fields = new Fields(scope.branches);
  fields.length = 0;
  return fields;
};

const keysOf = (args: readonly Value[]): string => {
  const keys = args.slice(0, 2).map(keyOf);
  return keys.includes('*') ? '*' : JSON.stringify(keys);
};

const reads = new Set<ContainerUse>(['get', 'getIn', 'first', 'last', 'pop']);

/** Removes the last item by default. */
const placeIn = ({ length }: Fields, at: Value | undefined): number =>
  at === undefined ? (length ?? 0) - 1 : Number(at.constant ?? -1);

const keyRead = (fields: Fields, use: ContainerUse, args: readonly Value[]): string => {
  if (use === 'get') return keyOf(args[0]);
  if (use === 'getIn') return keysOf(args);
  if (use === 'first') return '0';
  if (use === 'pop' && args[0]) return keyOf(args[0]);
  return fields.length === undefined ? '*' : String(fields.length - 1);
};

const taken = (
  run: AnalysisRun,
  receiver: Value,
  { use, call }: { use: ContainerUse; call: Call },
): Value => {
  const path = `${call.names[0] ?? '?'}()`;
  if (!receiver.fields) return { taints: receiver.taints, path };
  const key = keyRead(receiver.fields, use, call.args);
  const found = key === '*' ? receiver.fields.any() : readMember(run, receiver, { key, at: call.at });
  const [, otherwise] = call.args;
  const instead = otherwise && (use === 'get' || use === 'pop') ? derivedFrom([otherwise]).taints : [];
  return { ...found, taints: mergeTaints(found.taints, instead, receiver.taints) };
};

/**
 * Applies a method of a list, map or builder.
 * @returns undefined when the method is none of these.
 */
export const useContainer = (
  object: Expression,
  method: string,
  { call, scope }: { call: Call; scope: Scope },
): Value | undefined => {
  const { run } = scope;
  const { containers } = run.compiled.model;
  const { args, receiver } = call;
  const ofClass = receiver?.type && `${shortName(receiver.type)}.${method}`;
  const name = ofClass && Object.hasOwn(containers, ofClass) ? ofClass : method;
  const use = Object.hasOwn(containers, name) ? containers[name] : undefined;
  if (use === undefined || receiver === undefined) return undefined;
  if (use === 'mutate') return mutate(object, call, scope);
  if (reads.has(use)) {
    const found = taken(run, receiver, { use, call });
    if (use === 'pop' && receiver.fields) removeAt(receiver.fields, placeIn(receiver.fields, args[0]), scope);
    return found;
  }
  const fields = fresh(call, scope);
  if (fields === undefined)
    return use === 'clear' || use === 'removeAt' ? unknownValue : mutate(object, call, scope);
  if (receiver.fields === undefined) writeBack(object, { ...receiver, fields }, scope);
  if (use === 'append') append(fields, args.length > 1 && method === 'add' ? args.slice(1) : args, scope);
  else if (use === 'put') fields.put(keyOf(args[0]), args[1] ?? unknownValue, scope.branches);
  else if (use === 'putIn') fields.put(keysOf(args), args[2] ?? unknownValue, scope.branches);
  else if (use === 'prepend') {
    fields.blur();
    fields.put('*', derivedFrom(args), scope.branches);
  } else if (use === 'clear') fields.clear();
  else removeAt(fields, Number(args[0]?.constant ?? -1), scope);
  return receiver.fields ? receiver : { ...receiver, fields };
};
