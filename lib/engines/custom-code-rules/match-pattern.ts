import type { Expression } from '../sast/ir.ts';
import { dottedName } from '../sast/lower/lowering.ts';
import { anyText, isAnyItems, metavariableOf, type Pattern } from './parse-pattern.ts';
import { InvalidRule } from '../custom-rules/invalid-rule.ts';

/**
 * Counts the steps of matching.
 * @throws whatever stops the work.
 */
export type CountStep = () => void;

interface Matching {
  bound: Map<string, Expression>;
  /** The full names of imported items, by their names in the file. */
  imports: ReadonlyMap<string, string>;
  count: CountStep;
}

/** A part of an expression: a node, a list of them, a wrapper such as an argument, or a plain value. */
type Part = unknown;

const isObject = (part: Part): part is Record<string, Part> => typeof part === 'object' && part !== null;

const isExpression = (part: Part): part is Expression =>
  isObject(part) && typeof part['kind'] === 'string' && 'at' in part;

/** Resolves the first name of a dotted one by the imports of the file. */
const fullName = (name: string, imports: ReadonlyMap<string, string>): string => {
  const dot = name.indexOf('.');
  const head = dot === -1 ? name : name.slice(0, dot);
  const path = imports.get(head);
  return path === undefined ? name : `${path}${dot === -1 ? '' : name.slice(dot)}`;
};

const rootOf = (expression: Expression): Expression =>
  expression.kind === 'member' ? rootOf(expression.object) : expression;

/** Compares dotted names as written and as imported; undefined when the pattern is not a plain name. */
const sameName = (pattern: Expression, subject: Expression, { imports }: Matching): boolean | undefined => {
  if (pattern.kind !== 'name' && pattern.kind !== 'member') return undefined;
  const wanted = metavariableOf(rootOf(pattern)) === undefined ? dottedName(pattern) : undefined;
  if (wanted === undefined) return undefined;
  const found = dottedName(subject);
  return found !== undefined && (found === wanted || fullName(found, imports) === wanted);
};

const keysOf = (part: Record<string, Part>): string[] =>
  Object.keys(part).filter((key) => key !== 'at' && part[key] !== undefined);

/** Returns the value of an argument or item without its wrapper. */
const valueOf = (part: Part): Part =>
  isObject(part) && !isExpression(part) && isExpression(part['value']) ? part['value'] : part;

const isRest = (part: Part): boolean => {
  const value = valueOf(part);
  return isExpression(value) && isAnyItems(value);
};

const matchItems = (pattern: readonly Part[], subject: readonly Part[], matching: Matching): boolean => {
  const at = pattern.findIndex(isRest);
  if (at === -1)
    return (
      pattern.length === subject.length && pattern.every((one, i) => matchPart(one, subject[i], matching))
    );
  const behind = pattern.length - at - 1;
  if (subject.length < at + behind) return false;
  return (
    pattern.slice(0, at).every((one, i) => matchPart(one, subject[i], matching)) &&
    pattern.slice(at + 1).every((one, i) => matchPart(one, subject[subject.length - behind + i], matching))
  );
};

/** Keyword arguments match in any order; additional arguments only match where the pattern has `...`. */
const matchArguments = (
  pattern: readonly { name?: string; value: Expression }[],
  subject: readonly { name?: string; value: Expression }[],
  matching: Matching,
): boolean => {
  const named = pattern.filter(({ name }) => name !== undefined);
  const others = subject.filter(({ name }) => name !== undefined);
  if (!pattern.some(isRest) && named.length !== others.length) return false;
  const isGiven = ({ name, value }: (typeof named)[number]): boolean =>
    others.some((other) => other.name === name && matchPart(value, other.value, matching));
  return (
    named.every(isGiven) &&
    matchItems(
      pattern.filter(({ name }) => name === undefined),
      subject.filter(({ name }) => name === undefined),
      matching,
    )
  );
};

const matchFields = (
  pattern: Record<string, Part>,
  subject: Record<string, Part>,
  matching: Matching,
): boolean => {
  const keys = keysOf(pattern);
  if (keys.length !== keysOf(subject).length) return false;
  return keys.every((key) => {
    const [one, other] = [pattern[key], subject[key]];
    if (key === 'args' && Array.isArray(one) && Array.isArray(other))
      return matchArguments(one, other, matching);
    return matchPart(one, other, matching);
  });
};

const matchExpression = (pattern: Expression, subject: Expression, matching: Matching): boolean => {
  const name = metavariableOf(pattern);
  if (name !== undefined) {
    const bound = matching.bound.get(name);
    if (bound) return matchPart(bound, subject, matching);
    matching.bound.set(name, subject);
    return true;
  }
  const same = sameName(pattern, subject, matching);
  if (same !== undefined) return same;
  if (pattern.kind !== subject.kind) return false;
  if (pattern.kind === 'literal' && subject.kind === 'literal')
    return (
      pattern.value === subject.value || (pattern.value === anyText && typeof subject.value === 'string')
    );
  return matchFields(
    pattern as unknown as Record<string, Part>,
    subject as unknown as Record<string, Part>,
    matching,
  );
};

const matchPart = (pattern: Part, subject: Part, matching: Matching): boolean => {
  matching.count();
  if (isExpression(pattern)) return isExpression(subject) && matchExpression(pattern, subject, matching);
  if (Array.isArray(pattern)) return Array.isArray(subject) && matchItems(pattern, subject, matching);
  if (isObject(pattern)) return isObject(subject) && matchFields(pattern, subject, matching);
  return pattern === subject;
};

/** Returns whether an expression matches a pattern; a metavariable stands for equal code at each of its occurrences. */
export const matchesPattern = (
  { root }: Pattern,
  subject: Expression,
  { imports, count }: Pick<Matching, 'imports' | 'count'>,
): boolean => matchExpression(root, subject, { bound: new Map(), imports, count });

/** @throws InvalidRule for a list with `...` twice, which could be matched in too many ways. */
export const requireOneRest = (part: Part): void => {
  if (Array.isArray(part) && part.filter(isRest).length > 1)
    throw new InvalidRule('pattern', 'A list has `...` at most once.');
  if (!isObject(part)) return;
  for (const [key, value] of Object.entries(part)) if (key !== 'at') requireOneRest(value);
};
