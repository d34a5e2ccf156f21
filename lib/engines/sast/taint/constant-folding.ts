import type { Constant } from '../ir.ts';
import { categoryMask } from '../rule.ts';
import {
  sanitizedFor,
  constantOf,
  deepTaints,
  isFixedValue,
  mergeTaints,
  numericTaints,
  parameterLabel,
  prefixOf,
  unknownValue,
  type Taint,
  type Value,
  someNumber,
} from './value.ts';

/** Returns the truth of a constant value, or undefined when it is not constant. */
export const truthOf = ({ constant }: Value): boolean | undefined =>
  constant === undefined ? undefined : Boolean(constant);

const maxTextLength = 4096;
/** Concatenated text is harmless where only a record does harm. */
const textMask = categoryMask(['nosql', 'prototype']);

const text = (constant: Constant): string => (constant === null ? 'null' : String(constant));

/** Stands in a prefix for unknown text that is trusted. */
const unknownText = '\uFFFC';

/** A tainted parameter counts as trusted next to text that a user sent. */
const untrustedEnd = (parts: readonly Value[]): ((part: Value) => boolean) => {
  const isFromUser = ({ origin }: Taint): boolean => origin.label !== parameterLabel;
  const fromUser = parts.some((part) => deepTaints(part).some(isFromUser));
  return (part) => {
    const taints = deepTaints(part);
    return fromUser ? taints.some(isFromUser) : taints.length > 0;
  };
};

/** Folds a concatenation or a sum. */
export const foldConcatenation = (parts: readonly Value[]): Value => {
  if (parts.every(({ constant }) => constant !== undefined)) {
    if (parts.length > 1 && parts.every(({ constant }) => typeof constant === 'number'))
      return constantOf(parts.reduce((sum, { constant }) => sum + (constant as number), 0));
    const whole = parts.map(({ constant }) => text(constant!)).join('');
    return whole.length <= maxTextLength ? constantOf(whole) : unknownValue;
  }
  const ends = untrustedEnd(parts);
  let prefix = '';
  for (const part of parts) {
    prefix += prefixOf(part) ?? (part.constant === undefined ? '' : text(part.constant));
    if (part.constant !== undefined) continue;
    if (ends(part)) break;
    prefix += unknownText;
  }
  const taints = sanitizedFor(mergeTaints(...parts.map((part) => deepTaints(part))), textMask);
  return {
    taints,
    prefix: prefix.slice(0, maxTextLength),
    ...(parts.every(isFixedValue) && { fixed: true }),
  };
};

type Numeric = (a: number, b: number) => Constant;

const numeric: Readonly<Record<string, Numeric>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => a + b,
};

const arithmetic = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '>>>']);

/** Operators whose result is true or false. */
const comparing = new Set(['==', '===', '!=', '!==', '<', '>', '<=', '>=']);

/** A number derived from a random one is no harder to guess. */
const computed = (operator: string, values: readonly Value[]): Value => {
  if (comparing.has(operator)) return someNumber;
  if (!arithmetic.has(operator)) return unknownValue;
  const taints = mergeTaints(...values.map((value) => numericTaints(value.taints)));
  if (taints.length > 0) return { taints };
  return values.some(({ constant }) => typeof constant === 'number') ? someNumber : unknownValue;
};

const equal = new Set(['==', '===', 'is']);
const different = new Set(['!=', '!==', 'is not', '<>']);

/** Folds an operator with constant operands; otherwise returns a value without untrusted text. */
export const foldOperation = (operator: string, values: readonly Value[]): Value => {
  const [a, b] = values.map(({ constant }) => constant);
  if (values.length === 1) {
    if ((operator === '!' || operator === 'not') && a !== undefined) return constantOf(!a);
    if (operator === '-' && typeof a === 'number') return constantOf(-a);
    return unknownValue;
  }
  if (values.length !== 2 || a === undefined || b === undefined) return computed(operator, values);
  if (equal.has(operator)) return constantOf(a === b);
  if (different.has(operator)) return constantOf(a !== b);
  if (typeof a === 'number' && typeof b === 'number') {
    const result = numeric[operator]?.(a, b);
    if (result !== undefined) return constantOf(result);
  }
  return unknownValue;
};

/** String methods that fold with constant arguments. */
type TextMethod = (of: string, args: readonly Constant[]) => Constant | undefined;
const asItIs: TextMethod = (of) => of;
const textMethods: Readonly<Record<string, TextMethod>> = {
  toString: asItIs,
  valueOf: asItIs,
  getBytes: asItIs,
  toCharArray: asItIs,
  charAt: (of, [at]) => of.charAt(Number(at)),
  toUpperCase: (of) => of.toUpperCase(),
  toLowerCase: (of) => of.toLowerCase(),
  upper: (of) => of.toUpperCase(),
  lower: (of) => of.toLowerCase(),
  trim: (of) => of.trim(),
  strip: (of) => of.trim(),
  concat: (of, args) => of + args.map(text).join(''),
  length: (of) => of.length,
  substring: (of, [from, to]) => of.substring(Number(from), to === undefined ? undefined : Number(to)),
  slice: (of, [from, to]) => of.slice(Number(from), to === undefined ? undefined : Number(to)),
  startsWith: (of, [start]) => of.startsWith(String(start)),
  endsWith: (of, [end]) => of.endsWith(String(end)),
  equals: (of, [other]) => of === other,
  equalsIgnoreCase: (of, [other]) => of.toLowerCase() === String(other).toLowerCase(),
  contains: (of, [other]) => of.includes(String(other)),
  includes: (of, [other]) => of.includes(String(other)),
  isEmpty: (of) => of.length === 0,
};

/** @returns undefined for another method, or when an argument is not constant. */
export const foldStringMethod = (of: Value, method: string, args: readonly Value[]): Value | undefined => {
  if (typeof of.constant !== 'string') return undefined;
  if (method !== 'getBytes' && args.some(({ constant }) => constant === undefined)) return undefined;
  const result = Object.hasOwn(textMethods, method)
    ? textMethods[method]?.(
        of.constant,
        args.map(({ constant }) => constant!),
      )
    : undefined;
  return result === undefined ? undefined : constantOf(result);
};
