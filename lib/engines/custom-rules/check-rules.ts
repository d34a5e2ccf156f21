import { customRuleLimits, type CustomRule } from '../model/gate/custom-rules.ts';
import type { Language } from '../model/gate/languages.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { loadCustomEngine } from './load-custom-engine.ts';
import type { CustomEngine } from './custom-result.ts';
import { InvalidRule } from './invalid-rule.ts';

/** A fault of a rule, with its place. */
export interface RuleProblem {
  /** JSON Pointer from the list of rules. */
  pointer: string;
  code:
    | 'expression_unfit'
    | 'pattern_unfit'
    | 'example_missed'
    | 'example_found'
    | 'example_proves_nothing'
    | 'examples_too_large'
    | 'rules_too_large';
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

/** The sender of the rules waits for the response. */
const maxSteps = 5_000_000;
/** Bounds the response; listing all problems would not help. */
const maxProblems = 50;

const oneFile = (path: string, text: string): SourceFiles => ({
  entries: [{ path, sizeBytes: Buffer.byteLength(text) }],
  read: () => Buffer.from(text),
});

const exampleOf = (rule: CustomRule): string =>
  rule.kind === 'secret' ? 'example.txt' : exampleFiles[rule.language];

/**
 * The limit of compiled instructions, since a scan holds the expressions of all rules at once: a thousand ordinary
 * ones, and about 20 MB.
 */
const maxInstructions = 50_000;

/** The steps of all examples so far, and the instructions of all expressions. */
interface Work {
  steps: number;
  instructions: number;
}

const findsIn = (
  engine: CustomEngine,
  rule: CustomRule,
  { text, work }: { text: string; work: Work },
): boolean => {
  const files = oneFile(exampleOf(rule), text);
  const { findings, steps } = engine.run({ files, lineKey: 'example', steps: 0 });
  work.steps += steps;
  return findings.length > 0;
};

/** A text that the rule never examines proves nothing about it. */
const isLookedAt = (rule: CustomRule, text: string): boolean =>
  rule.kind === 'code' || rule.keywords.some((keyword) => text.toLowerCase().includes(keyword));

const checkExamples = (engine: CustomEngine, rule: CustomRule, work: Work): RuleProblem[] => {
  const { id, examples } = rule;
  const problems: RuleProblem[] = [];
  for (const kind of ['positive', 'negative'] as const)
    for (const [index, text] of examples[kind].entries()) {
      const pointer = `/examples/${kind}/${index}`;
      if (work.steps > maxSteps) {
        const detail = `The examples of the rules up to ${id} take too many steps.`;
        return [...problems, { pointer, code: 'examples_too_large', detail }];
      }
      const isFound = findsIn(engine, rule, { text, work });
      const example = `its ${kind} example ${index + 1}`;
      if (!isFound && kind === 'positive')
        problems.push({
          pointer,
          code: 'example_missed',
          detail: `The rule ${id} finds nothing in ${example}.`,
        });
      if (isFound && kind === 'negative')
        problems.push({
          pointer,
          code: 'example_found',
          detail: `The rule ${id} finds something in ${example}.`,
        });
    }
  if (examples.negative.some((text) => isLookedAt(rule, text))) return problems;
  const detail = `No negative example of the rule ${id} has one of its keywords.`;
  return [...problems, { pointer: '/examples/negative', code: 'example_proves_nothing', detail }];
};

const unfit = ({ id, kind }: CustomRule, { field, message }: InvalidRule): RuleProblem => ({
  pointer: `/${field}`,
  code: kind === 'secret' ? 'expression_unfit' : 'pattern_unfit',
  detail: `The rule ${id}: ${message}`,
});

const checkRule = async (rule: CustomRule, work: Work): Promise<RuleProblem[]> => {
  const type = rule.kind === 'secret' ? 'secrets' : 'sast';
  try {
    const engine = await loadCustomEngine(type, [rule], oneFile(exampleOf(rule), ''));
    if (!engine) return [];
    work.instructions += engine.size;
    if (work.instructions <= maxInstructions) return checkExamples(engine, rule, work);
    const detail = `The expressions of the rules up to ${rule.id} have more than ${maxInstructions} instructions together.`;
    return [{ pointer: '', code: 'rules_too_large', detail }];
  } catch (error) {
    if (!(error instanceof InvalidRule)) throw error;
    return [unfit(rule, error)];
  }
};

/**
 * Compiles each rule and tries it on its examples, as a scan will, one by one. It must run in a sandbox, because all
 * of it is untrusted.
 */
export const checkRules = async (rules: readonly CustomRule[]): Promise<RuleProblem[]> => {
  const problems: RuleProblem[] = [];
  const work: Work = { steps: 0, instructions: 0 };
  for (const [index, rule] of rules.slice(0, customRuleLimits.rules).entries()) {
    if (work.steps > maxSteps) {
      const detail = `The examples before the rule ${rule.id} take too many steps.`;
      if (problems.length === 0) problems.push({ pointer: `/${index}`, code: 'examples_too_large', detail });
      break;
    }
    for (const { pointer, ...problem } of await checkRule(rule, work))
      problems.push({ ...problem, pointer: `/${index}${pointer}` });
    if (problems.length >= maxProblems || work.instructions > maxInstructions) break;
  }
  return problems.slice(0, maxProblems);
};
