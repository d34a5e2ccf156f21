import type { Constant, FunctionUnit } from '../ir.ts';
import type { Syntax } from '../syntax.ts';
import type { Scope } from './scope.ts';

/** The kind of a taint: `user` for untrusted text; rules may track others, such as `weak-random`. */
export type Label = string;

/** The label of what the callers of a function pass to it, whoever they are. */
export const parameterLabel = 'parameter';

/** A place in another file where a taint begins. */
export interface ForeignSource {
  file: string;
  line: number;
  column: number;
  message: string;
}

/** The source of a taint. Each position has one object, so that equal origins are identical. */
export interface Origin {
  label: Label;
  description: string;
  /** The place where another file passes it on. */
  from?: ForeignSource;
  at: Syntax;
}

/** A step of the flow from the origin, newest first. */
export interface Step {
  message: string;
  at: Syntax;
  before?: Step;
  depth: number;
}

export interface Taint {
  origin: Origin;
  /** The bit mask of the categories that the taint is sanitized for. */
  sanitized: number;
  /** The taint was given to the constructor of a class that the file does not declare. */
  held?: true;
  lastStep?: Step;
}

/**
 * The abstract value of an expression: its content is only known when it is the same on every run (`constant`).
 * Values are immutable except for `fields`, which all references to one object share.
 */
export interface Value {
  taints: readonly Taint[];
  constant?: Constant;
  /** The full name: `child_process.exec`, `req.query`, `mysql.createPool()`. */
  path?: string;
  /** The class, as declared or constructed. */
  type?: string;
  /** The fields of a record, map, list or object. */
  fields?: Fields;
  callable?: { unit: FunctionUnit; scope: Scope; self?: Value };
  /** The known beginning of a concatenated text (`prefixOf`). */
  prefix?: string;
  regex?: { source: string; flags: string };
  /** True for a number and for one of several constants: text from outside cannot be part of it. */
  fixed?: true;
}

/** The fields of a record, map, list or object by constant key; `*` is any other key. References share them. */
export class Fields extends Map<string, Value> {
  /** The number of items of a list while it is known. */
  length: number | undefined;
  /** The number of branches around the creation: a change inside of more branches may not happen. */
  readonly branches: number;

  constructor(branches: number, entries?: Iterable<readonly [string, Value]>) {
    super(entries ?? []);
    this.branches = branches;
  }

  /** Merges all items. */
  any(): Value {
    return joinAllValues([...this.values()]);
  }

  at(key: string): Value | undefined {
    const known = this.get(key);
    const other = this.get('*');
    return known && other ? joinValues(known, other) : (known ?? other);
  }

  /** @param branches around the change: the old value stays possible when the change may not happen. */
  put(key: string, value: Value, branches: number): void {
    const known = this.get(key);
    this.set(key, known && (branches > this.branches || key === '*') ? joinValues(known, value) : value);
  }

  /** Merges the items when their positions are no longer known. */
  blur(): void {
    if (this.length === undefined) return;
    const any = this.any();
    this.clear();
    this.set('*', any);
    this.length = undefined;
  }
}

export const unknownValue: Value = { taints: [] };
/** A number that is not known. */
export const someNumber: Value = { taints: [], fixed: true };

/** Constants are written in capitals: `TABLE`, `Names.TABLE`. */
const constantName = /(?:^|\.)[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){0,10}$/;

/** Calls whose results are numbers. */
const countingCall =
  /(?:^|\.)(?:int|float|bool|len|ord|round|id|count|size|length|Number|parseInt|parseFloat|parseLong|intValue|longValue|Atoi|Itoa|FormatInt|FormatUint|ParseInt|ParseUint|ParseFloat|hashCode|now|time|getTime)\(\)(?:\.0)?$/;

/** Tells whether a value is known to come from the program itself. */
export const isFixedValue = ({ constant, fixed, path, taints }: Value): boolean =>
  taints.length === 0 &&
  (constant !== undefined ||
    fixed === true ||
    (path !== undefined && (constantName.test(path) || countingCall.test(path))));

/** Tells whether a text is put together from parts of which at least one may come from anywhere. */
export const isBuiltText = (value: Value): boolean =>
  value.prefix !== undefined && value.constant === undefined && value.fixed !== true;
const maxTaints = 8;
const maxSteps = 24;

export const constantOf = (constant: Constant): Value => ({ taints: [], constant });

const sameTaint = (a: Taint, b: Taint): boolean => a.origin === b.origin && a.sanitized === b.sanitized;

export const mergeTaints = (...lists: readonly (readonly Taint[])[]): readonly Taint[] => {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const merged: Taint[] = [];
  for (const taint of filled.flat()) {
    if (merged.length >= maxTaints) break;
    if (!merged.some((known) => sameTaint(known, taint))) merged.push(taint);
  }
  return merged;
};

const maxDeep = 4;

/** Returns the taints of a value and of everything inside. */
export const deepTaints = (value: Value, depth = 0): readonly Taint[] => {
  if (!value.fields || value.fields.size === 0 || depth > maxDeep) return value.taints;
  return mergeTaints(
    value.taints,
    ...[...value.fields.values()].map((field) => deepTaints(field, depth + 1)),
  );
};

export const isTainted = (value: Value): boolean => deepTaints(value).length > 0;

export const withStep = (value: Value, at: Syntax, message: string): Value =>
  value.taints.length === 0 ? value : { ...value, taints: stepped(value.taints, at, message) };

const stepped = (taints: readonly Taint[], at: Syntax, message: string): Taint[] =>
  taints.map((taint) => {
    const depth = (taint.lastStep?.depth ?? 0) + 1;
    if (depth > maxSteps) return taint;
    return { ...taint, lastStep: { message, at, depth, ...(taint.lastStep && { before: taint.lastStep }) } };
  });

/** Marks taints as sanitized for the categories in `mask`. */
export const sanitizedFor = (taints: readonly Taint[], mask: number): Taint[] =>
  taints.map((taint) => ({ ...taint, sanitized: taint.sanitized | mask }));

/** Keeps the taints that apply to numbers: a number holds no untrusted text, but may be guessable. */
export const numericTaints = (taints: readonly Taint[]): readonly Taint[] =>
  taints.length === 0 ? taints : taints.filter(({ origin }) => origin.label === 'weak-random');

/** Reduces a value to a number or another scalar. */
export const asScalar = ({ taints, constant }: Value): Value => {
  if (constant !== undefined) return { taints: [], constant };
  const left = numericTaints(taints);
  return left.length === 0 ? someNumber : { taints: left };
};

const maxJoined = 3;

/** Returns the abstract value that covers both values. */
export const joinValues = (a: Value, b: Value): Value => joined(a, b, 0);

const address = /^[a-z]+:\/\/[^/?#\uFFFC]+[/?#]/i;

/**
 * The beginning that holds for both texts: the same one, the shorter of two addresses with their hosts, or the address
 * of the only one that is tainted.
 */
const commonPrefix = (a: Value, b: Value): Pick<Value, 'prefix'> => {
  const [first, second] = [prefixOf(a), prefixOf(b)];
  if (first !== undefined && first === second) return { prefix: first };
  const addresses = [first, second].filter((prefix) => prefix !== undefined && address.test(prefix));
  const [one, other] = addresses;
  if (one === undefined) return {};
  if (other !== undefined) return { prefix: one.length <= other.length ? one : other };
  const isOnlyTainted = one === first ? b.taints.length === 0 : a.taints.length === 0;
  return isOnlyTainted ? { prefix: one } : {};
};

/** Limits the depth of the join, since objects may contain each other. */
const joined = (a: Value, b: Value, depth: number): Value => {
  if (a === b) return a;
  if (depth > maxJoined)
    return {
      taints: mergeTaints(a.taints, b.taints),
      ...((a.fields ?? b.fields) && { fields: a.fields ?? b.fields! }),
    };
  if (a === unknownValue && b.taints.length === 0 && !b.fields) return unknownValue;
  const fields = joinFields(a, b, depth);
  const callable = a.callable ?? b.callable;
  const path = a.path === b.path ? a.path : undefined;
  const type = a.type === b.type ? a.type : undefined;
  return {
    taints: mergeTaints(a.taints, b.taints),
    ...(a.constant !== undefined && a.constant === b.constant && { constant: a.constant }),
    ...(isFixedValue(a) && isFixedValue(b) && { fixed: true }),
    ...(path !== undefined && { path }),
    ...(type !== undefined && { type }),
    ...(fields && { fields }),
    ...(callable && { callable }),
    ...commonPrefix(a, b),
  };
};

const joinFields = (a: Value, b: Value, depth: number): Fields | undefined => {
  if (a.fields === b.fields) return a.fields;
  if (!a.fields || !b.fields) return a.fields ?? b.fields;
  const both = new Fields(Math.max(a.fields.branches, b.fields.branches), a.fields);
  both.length = a.fields.length === b.fields.length ? a.fields.length : undefined;
  for (const [key, value] of b.fields) {
    const known = both.get(key);
    both.set(key, known && known !== value ? joined(known, value, depth + 1) : value);
  }
  return both;
};

/**
 * Returns the known beginning of a text: all of a constant, or the text before the first untrusted part. U+FFFC
 * stands for unknown trusted parts.
 */
export const prefixOf = (value: Value): string | undefined =>
  typeof value.constant === 'string' ? value.constant : value.prefix;

export const joinAllValues = (values: readonly Value[]): Value => {
  const [first, ...rest] = values;
  return first === undefined ? unknownValue : rest.reduce(joinValues, first);
};

/** Derives a value from others in an unknown way: it carries all of their taints. */
export const derivedFrom = (values: readonly Value[]): Value => {
  const taints = mergeTaints(...values.map((value) => deepTaints(value)));
  return taints.length === 0 ? unknownValue : { taints };
};
