import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';
import { findPath, isPath, readPath, type Scope } from './json-path.ts';

type Compare = (value: Json | undefined, expected: Json) => boolean;

const ofType =
  (type: 'string' | 'number' | 'boolean', compare: (a: never, b: never) => boolean): Compare =>
  (value, expected) =>
    typeof value === type && typeof expected === type && compare(value as never, expected as never);

const text = (compare: (a: string, b: string) => boolean) => ofType('string', compare);
const number = (compare: (a: number, b: number) => boolean) => ofType('number', compare);
const instant = (compare: (a: number, b: number) => boolean) =>
  ofType('string', (a: string, b: string) => compare(Date.parse(a), Date.parse(b)));
const isThere =
  (is: (value: Json | undefined) => boolean): Compare =>
  (value, expected) =>
    is(value) === expected;

/** The supported comparisons; any other is refused at the start. */
const comparisons: Readonly<Record<string, Compare>> = {
  StringEquals: text((a, b) => a === b),
  StringLessThan: text((a, b) => a < b),
  StringGreaterThan: text((a, b) => a > b),
  NumericEquals: number((a, b) => a === b),
  NumericLessThan: number((a, b) => a < b),
  NumericLessThanEquals: number((a, b) => a <= b),
  NumericGreaterThan: number((a, b) => a > b),
  NumericGreaterThanEquals: number((a, b) => a >= b),
  BooleanEquals: ofType('boolean', (a, b) => a === b),
  TimestampEquals: instant((a, b) => a === b),
  TimestampLessThan: instant((a, b) => a < b),
  TimestampGreaterThan: instant((a, b) => a > b),
  IsPresent: isThere((value) => value !== undefined),
  IsNull: isThere((value) => value === null),
  IsString: isThere((value) => typeof value === 'string'),
  IsNumeric: isThere((value) => typeof value === 'number'),
  IsBoolean: isThere((value) => typeof value === 'boolean'),
};

/** @returns the first unsupported part of a choice rule. */
export const unsupportedInRule = (rule: JsonObject): string | undefined => {
  for (const [key, value] of Object.entries(rule)) {
    if (key === 'Next' || key === 'Comment') continue;
    if (key === 'And' || key === 'Or') {
      if (!Array.isArray(value)) return key;
      const nested = value
        .map((one) => (isObject(one) ? unsupportedInRule(one) : key))
        .find((one) => one !== undefined);
      if (nested) return nested;
    } else if (key === 'Not') {
      const nested = isObject(value) ? unsupportedInRule(value) : key;
      if (nested) return nested;
    } else if (key === 'Variable') {
      if (!isPath(value)) return `Variable ${String(value)}`;
    } else if (!Object.hasOwn(comparisons, comparisonOf(key))) return key;
    else if (key.endsWith('Path') && !isPath(value)) return `${key} ${String(value)}`;
  }
  return undefined;
};

const comparisonOf = (key: string) => (key.endsWith('Path') ? key.slice(0, -'Path'.length) : key);

/** @returns whether a rule matches; `unsupportedInRule` must have accepted it. */
export const choiceMatches = (rule: JsonObject, scope: Scope): boolean => {
  if (Array.isArray(rule.And)) return rule.And.every((one) => choiceMatches(one as JsonObject, scope));
  if (Array.isArray(rule.Or)) return rule.Or.some((one) => choiceMatches(one as JsonObject, scope));
  if (isObject(rule.Not)) return !choiceMatches(rule.Not, scope);
  const variable = String(rule.Variable);
  return Object.entries(rule).every(([key, expected]) => {
    const compare = comparisons[comparisonOf(key)];
    if (!compare) return true;
    // Only IsPresent may refer to an absent value.
    const value = key === 'IsPresent' ? findPath(variable, scope) : readPath(variable, scope);
    return compare(value, key.endsWith('Path') ? readPath(String(expected), scope) : expected);
  });
};
