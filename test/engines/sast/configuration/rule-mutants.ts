import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConfigurationRuleInfo } from '@scangate/engines/sast/configuration/configuration-rule';

/** A change of one place in the predicate of a rule. */
export interface Mutant {
  rule: string;
  change: string;
  /** The source of the rules' file with the change. */
  source: string;
}

/** The places that are changed, each into something else of its kind. */
const changes: readonly (readonly [pattern: RegExp, to: string | ((found: string) => string)])[] = [
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/(?<=[(\s])!(?=[\w(/])/g, ''],
  [/\.some\(/g, '.every('],
  [/'[^'\n]+'/g, (found) => `'${found.slice(1, -1)}~'`],
  [/(?<=[\s(])\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*(?=\.test|;\n)/g, '/(?!)/'],
];

/** Returns the offsets of the predicate of each rule of a file. */
const predicates = (source: string): { rule: string; from: number; to: number }[] =>
  [...source.matchAll(/^ {4}id: '([^']+)'/gm)].map(({ 1: rule = '', index }) => {
    const from = source.indexOf('\n    find:', index);
    return { rule, from, to: source.indexOf('\n    positives:', from) };
  });

/** Returns every change of a part of the source of a file of rules. */
const changesOf = (
  source: string,
  { rule, from, to }: { rule: string; from: number; to: number },
): Mutant[] => {
  const code = source.slice(from, to).replaceAll(/^\s*\/\/.*$/gm, (comment) => ' '.repeat(comment.length));
  // A quote in an expression begins no text.
  const isPart = ({ 0: found, index }: RegExpExecArray): boolean =>
    !found.startsWith("'") ||
    (/[\s([{,:=!]/.test(code.charAt(index - 1)) && /[\s)\]},:;]/.test(code.charAt(index + found.length)));
  return changes.flatMap(([pattern, by]) =>
    [...code.matchAll(pattern)].filter(isPart).map(({ 0: found, index }): Mutant => {
      const changed = typeof by === 'string' ? by : by(found);
      const at = from + index;
      return {
        rule,
        change: `${found.trim()} -> ${changed.trim()} in ${source.slice(at - 30, at + 30).replaceAll(/\s+/g, ' ')}`,
        source: source.slice(0, at) + changed + source.slice(at + found.length),
      };
    }),
  );
};

/** Returns every change of every predicate of a file of rules. */
export const mutantsOf = (file: string): Mutant[] => {
  const source = readFileSync(file, 'utf8');
  return predicates(source).flatMap((predicate) => changesOf(source, predicate));
};

/** Returns every change of what a file with one rule for templates decides by. */
export const mutantsOfTemplateRule = (file: string): Mutant[] => {
  const source = readFileSync(file, 'utf8');
  const rule = /^ {2}id: '([^']+)'/m.exec(source)?.[1] ?? '';
  const [declared, matches, positives] = ['export const', '\n  matches:', '\n  positives:'].map((each) =>
    source.indexOf(each),
  ) as [number, number, number];
  const imported = source.lastIndexOf('\nimport ', declared);
  const begin = source.indexOf('\n', imported + 1);
  return [
    ...changesOf(source, { rule, from: begin, to: declared }),
    ...changesOf(source, { rule, from: matches, to: positives }),
  ];
};

/** Loads the rules of a changed file as Node loads the unchanged one. */
export const rulesOfSource = async (
  file: string,
  source: string,
): Promise<ReadonlyMap<string, ConfigurationRuleInfo & { find: (subject: never) => readonly unknown[] }>> => {
  const absolute = stripTypeScriptTypes(source).replaceAll(
    /from '(\.[^']+)'/g,
    (_, path: string) => `from '${pathToFileURL(resolve(dirname(file), path)).href}'`,
  );
  const loaded = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(absolute)}`
  )) as Record<string, unknown>;
  const rules = Object.values(loaded)
    .flat()
    .filter((each) => typeof each === 'object') as (ConfigurationRuleInfo & {
    find: (subject: never) => readonly unknown[];
  })[];
  return new Map(rules.map((rule) => [rule.id, rule]));
};
