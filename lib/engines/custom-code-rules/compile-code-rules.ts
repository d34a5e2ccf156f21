import type { Language } from '../model/gate/languages.ts';
import {
  customRuleName,
  type CustomCodeRule,
  type CustomSink,
  type CustomSource,
} from '../model/gate/custom-rules.ts';
import { languageModels } from '../sast/dialects.ts';
import { ruleCategories } from '../sast/rule-categories.ts';
import type { Category, Rule, Sink, Source } from '../sast/rule.ts';
import { compileModel, type CompiledModel } from '../sast/taint/compiled-model.ts';
import { parsePattern, type Pattern } from './parse-pattern.ts';
import { requireOneRest } from './match-pattern.ts';

/** A rule that looks for a pattern. */
export interface PatternRule {
  rule: Rule;
  pattern: Pattern;
}

/** Rules that are analyzed together, because they treat the same input as untrusted. */
export interface TaintPack {
  language: Language;
  model: CompiledModel;
}

export interface CompiledCodeRules {
  patterns: readonly PatternRule[];
  packs: readonly TaintPack[];
}

/** A weakness that no other CWE entry describes: code that does not follow its owner's rules. */
const defaultCwe = 'CWE-710';

const described = (rule: CustomCodeRule): Rule => ({
  id: customRuleName(rule),
  cwe: rule.cwe ?? defaultCwe,
  severity: rule.severity,
  title: rule.title,
  message: rule.message,
  help: rule.help ?? '',
  positives: [],
  negatives: [],
});

const sourceOf = ({ call, read }: CustomSource): Source => ({
  description: `untrusted by a rule of the organization: ${call ?? read ?? ''}`,
  ...(call !== undefined && { call: [call] }),
  ...(read !== undefined && { read: [read] }),
});

const sinkOf = ({ call, write, arguments: args }: CustomSink): Sink => ({
  ...(call !== undefined && { call: [call], ...(args !== undefined && { args }) }),
  ...(write !== undefined && { write: [write] }),
});

/**
 * Groups rules that treat the same input as untrusted, at most as many as there are categories for their sanitizers.
 */
const packed = (rules: readonly CustomCodeRule[]): CustomCodeRule[][] => {
  const groups = Map.groupBy(rules, ({ language, sources }) => JSON.stringify([language, sources ?? null]));
  return [...groups.values()].flatMap((group) => {
    const packs: CustomCodeRule[][] = [];
    for (let at = 0; at < group.length; at += ruleCategories.length)
      packs.push(group.slice(at, at + ruleCategories.length));
    return packs;
  });
};

/**
 * Sanitizers and sources of an organization never change the findings of the engine's own rules: they have a model
 * of their own.
 */
const packOf = (rules: readonly CustomCodeRule[]): TaintPack => {
  const [{ language, sources } = { language: 'javascript' as const, sources: undefined }] = rules;
  const base = languageModels[language];
  const categoryOf = (index: number): Category => ruleCategories[index] ?? 'other';
  const model = compileModel({
    ...base,
    rules: rules.map((rule, index) => ({
      ...described(rule),
      category: categoryOf(index),
      sinks: (rule.sinks ?? []).map(sinkOf),
    })),
    ...(sources && { sources: sources.map(sourceOf) }),
    sanitizers: [
      ...base.sanitizers,
      ...rules.flatMap(({ sanitizers = [] }, index) =>
        sanitizers.length === 0 ? [] : [{ call: sanitizers, cleans: [categoryOf(index)] }],
      ),
    ],
  });
  return { language, model };
};

const patternRule = (rule: CustomCodeRule, text: string): PatternRule => {
  const pattern = parsePattern(text, rule.language);
  requireOneRest(pattern.root);
  return { rule: described(rule), pattern };
};

/** Compiles rules for code, whose grammars have to be loaded. @throws InvalidRule */
export const compileCodeRules = (rules: readonly CustomCodeRule[]): CompiledCodeRules => ({
  patterns: rules.flatMap((rule) => (rule.pattern === undefined ? [] : [patternRule(rule, rule.pattern)])),
  packs: packed(rules.filter(({ pattern }) => pattern === undefined)).map(packOf),
});
