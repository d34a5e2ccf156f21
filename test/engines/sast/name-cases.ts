import type { Rule } from '@scangate/engines/sast/rule';
import type { RuleCase } from './run-code-rules.ts';

/** For each rule, its positive cases with other names in them: `2 get>post` is the third with `post` in place of `get`. */
export type NameCases = Readonly<Record<string, readonly string[]>>;

/** Returns the identifiers of a name: `a/b.C.d` has four. */
export const wordsOf = (name: string): string[] => name.match(/[A-Za-z_$][\w$]*/g) ?? [];

const replaced = (code: string, from: string, to: string): string => {
  const parts: string[] = [];
  let at = 0;
  for (let next = code.indexOf(from); next !== -1; next = code.indexOf(from, next + from.length)) {
    const isWhole = !/[\w$]/.test(code.charAt(next - 1)) && !/[\w$]/.test(code.charAt(next + from.length));
    if (!isWhole) continue;
    parts.push(code.slice(at, next), to);
    at = next + from.length;
  }
  return parts.join('') + code.slice(at);
};

/** Makes the case that an entry describes; undefined when its rule has no such positive case. */
const madeCase = (rule: Rule, entry: string): RuleCase | undefined => {
  const [index, ...pairs] = entry.split(' ');
  const code = rule.positives[Number(index)];
  if (code === undefined) return undefined;
  const made = pairs.reduce((text, pair) => {
    const [from = '', to = ''] = pair.split('>');
    return replaced(text, from, to);
  }, code);
  return { rule, code: made, isPositive: true, isMade: true };
};

export const madeCases = (rule: Rule, entries: readonly string[] = []): RuleCase[] =>
  entries.flatMap((entry) => madeCase(rule, entry) ?? []);

/** Returns what has to be replaced for a name to stand in place of another one, in each way that there is. */
const replacements = (other: string, name: string): string[][] => {
  const [from, to] = [wordsOf(other), wordsOf(name)];
  const byWord = from.flatMap((word, at) => (word === to[at] ? [] : [`${word}>${to[at]}`]));
  const written = (words: readonly string[]): string => words.join('.');
  return [...(from.length === to.length ? [byWord] : []), [`${written(from)}>${written(to)}`]];
};

/** Describes the positive cases in which a name may stand in place of another one, at most some of them. */
export const entriesFor = (rule: Rule, name: string, others: readonly string[], limit: number): string[] => {
  const found = new Set<string>();
  for (const other of new Set(others))
    for (const pairs of replacements(other, name))
      for (const [index, code] of rule.positives.entries()) {
        if (found.size >= limit) return [...found];
        if (pairs.length > 0 && pairs.every((pair) => code.includes(pair.slice(0, pair.indexOf('>')))))
          found.add([index, ...pairs].join(' '));
      }
  return [...found];
};
