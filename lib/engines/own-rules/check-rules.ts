import { ownRuleLimits, type OwnRule } from '../model/gate/own-rules.ts';
import type { Language } from '../model/gate/languages.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { loadOwnEngine } from './load-own-engine.ts';
import type { OwnEngine } from './own-result.ts';
import { UnfitRule } from './unfit-rule.ts';

/** A fault of a rule, with its place. */
export interface RuleProblem {
  /** JSON Pointer from the list of rules. */
  pointer: string;
  code: 'expression_unfit' | 'pattern_unfit' | 'example_missed' | 'example_found' | 'example_proves_nothing';
  detail: string;
}

const exampleFiles: Readonly<Record<Language, string>> = {
  javascript: 'example.tsx',
  python: 'example.py',
  java: 'Example.java',
  go: 'example.go',
  csharp: 'Example.cs',
  rust: 'example.rs',
  php: 'example.php',
  ruby: 'example.rb',
};

/** All problems would not help, and the answer stays small. */
const maxProblems = 50;

const oneFile = (path: string, text: string): SourceFiles => ({
  entries: [{ path, sizeBytes: Buffer.byteLength(text) }],
  read: () => Buffer.from(text),
});

const exampleOf = (rule: OwnRule): string =>
  rule.kind === 'secret' ? 'example.txt' : exampleFiles[rule.language];

const findsIn = (engine: OwnEngine, rule: OwnRule, text: string): boolean => {
  const files = oneFile(exampleOf(rule), text);
  const { findings } = engine.run({ files, lineKey: 'example', steps: 0 });
  return findings.length > 0;
};

/** A text that the rule never looks at says nothing about it. */
const isLookedAt = (rule: OwnRule, text: string): boolean =>
  rule.kind === 'code' || rule.keywords.some((keyword) => text.toLowerCase().includes(keyword));

const checkExamples = (engine: OwnEngine, rule: OwnRule): RuleProblem[] => {
  const { positive, negative } = rule.examples;
  const missed = positive.flatMap((text, index): RuleProblem[] =>
    findsIn(engine, rule, text)
      ? []
      : [
          {
            pointer: `/examples/positive/${index}`,
            code: 'example_missed',
            detail: `The rule ${rule.id} finds nothing in its positive example ${index + 1}.`,
          },
        ],
  );
  const found = negative.flatMap((text, index): RuleProblem[] =>
    findsIn(engine, rule, text)
      ? [
          {
            pointer: `/examples/negative/${index}`,
            code: 'example_found',
            detail: `The rule ${rule.id} finds something in its negative example ${index + 1}.`,
          },
        ]
      : [],
  );
  const idle: RuleProblem[] = negative.some((text) => isLookedAt(rule, text))
    ? []
    : [
        {
          pointer: '/examples/negative',
          code: 'example_proves_nothing',
          detail: `No negative example of the rule ${rule.id} has one of its keywords.`,
        },
      ];
  return [...missed, ...found, ...idle];
};

const unfit = ({ id, kind }: OwnRule, { field, message }: UnfitRule): RuleProblem => ({
  pointer: `/${field}`,
  code: kind === 'secret' ? 'expression_unfit' : 'pattern_unfit',
  detail: `The rule ${id}: ${message}`,
});

const checkRule = async (rule: OwnRule): Promise<RuleProblem[]> => {
  const type = rule.kind === 'secret' ? 'secrets' : 'sast';
  try {
    const engine = await loadOwnEngine(type, [rule], oneFile(exampleOf(rule), ''));
    return engine ? checkExamples(engine, rule) : [];
  } catch (error) {
    if (!(error instanceof UnfitRule)) throw error;
    return [unfit(rule, error)];
  }
};

/**
 * Compiles each rule and tries it on its examples, as a scan will, each by itself. It belongs into a sandbox, because all of
 * it is untrusted.
 */
export const checkRules = async (rules: readonly OwnRule[]): Promise<RuleProblem[]> => {
  const problems: RuleProblem[] = [];
  for (const [index, rule] of rules.slice(0, ownRuleLimits.rules).entries()) {
    for (const { pointer, ...problem } of await checkRule(rule))
      problems.push({ ...problem, pointer: `/${index}${pointer}` });
    if (problems.length >= maxProblems) break;
  }
  return problems.slice(0, maxProblems);
};
