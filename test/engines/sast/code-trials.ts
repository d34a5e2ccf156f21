import type { Language } from '@scangate/engines/model/gate/languages';
import { languageModels } from '@scangate/engines/sast/dialects';
import type { LanguageModel, Rule } from '@scangate/engines/sast/rule';
import { compileModel, type CompiledModel } from '@scangate/engines/sast/taint/compiled-model';
import { mutantsOfModel, mutantsOfRule, type Mutant } from './code-mutants.ts';
import { madeCases, wordsOf, type NameCases } from './name-cases.ts';
import { casesOf, passesCase, type RuleCase } from './run-code-rules.ts';

const nothing = { rules: [], sources: [], sanitizers: [], guards: [], callbacks: [], results: [] } as const;

/** The tables of a model that come from its rules, and those from its sources and sanitizers. */
const tablesOfRules = (model: LanguageModel, rules: readonly Rule[]): Partial<CompiledModel> => {
  const {
    sinkCalls,
    sinkWrites,
    sinkReturns,
    calls,
    entries,
    writes,
    namedWrites,
    annotations,
    imports,
    functionRules,
  } = compileModel({ ...model, ...nothing, rules });
  return {
    sinkCalls,
    sinkWrites,
    sinkReturns,
    calls,
    entries,
    writes,
    namedWrites,
    annotations,
    imports,
    functionRules,
  };
};
const tablesOfModel = (model: LanguageModel): Partial<CompiledModel> => {
  const { reads, sourceCalls, parameterSources, sanitizers, guesses, harmlessReads } = compileModel({
    ...model,
    ...nothing,
    sources: model.sources,
    sanitizers: model.sanitizers,
  });
  return { reads, sourceCalls, parameterSources, sanitizers, guesses, harmlessReads };
};

/**
 * Returns the cases that can tell a mutant from the original, the likely ones first. A case that was made for another name cannot.
 */
const inOrder = (cases: readonly RuleCase[], { finds, names }: Mutant<unknown>): RuleCase[] => {
  const words = names?.flatMap((name) => wordsOf(name).slice(-1));
  const isLikely = ({ code, isPositive }: RuleCase): boolean =>
    isPositive === (finds === 'less') && (words?.some((word) => code.includes(word)) ?? true);
  return [
    ...cases.filter((each) => isLikely(each) && (words !== undefined || !each.isMade)),
    ...cases.filter((each) => !isLikely(each) && !each.isMade),
  ];
};

/** A mutant with the cases that may tell it from the original. */
export interface Trial {
  name: string;
  rule?: Rule;
  mutant: Mutant<unknown>;
  cases: readonly RuleCase[];
  compile: () => CompiledModel;
}

const bases = new Map<Language, CompiledModel>();

/** Compiles the model of a language once; a file need not be worth parsing. */
const baseOf = (language: Language): CompiledModel => {
  const base = bases.get(language) ?? { ...compileModel(languageModels[language]), canFind: () => true };
  bases.set(language, base);
  return base;
};

/** The rules that replace findings of a rule. */
const superseding = (language: Language, { supersededBy = [] }: Rule): Rule[] =>
  languageModels[language].rules.filter(({ id }) => supersededBy.includes(id));

/** Returns the model with one rule and those that replace its findings. */
export const originalOf = (language: Language, rule: Rule): CompiledModel => ({
  ...baseOf(language),
  ...tablesOfRules(languageModels[language], [rule, ...superseding(language, rule)]),
});

export const trialsOf = (language: Language, made: NameCases = {}): Trial[] => {
  const model = languageModels[language];
  const base = baseOf(language);
  const ofRules = model.rules.flatMap((rule) => {
    return mutantsOfRule(rule).map((mutant): Trial => ({
      name: `${rule.id}: ${mutant.change}`,
      rule,
      mutant,
      cases: [...casesOf(rule), ...madeCases(rule, made[rule.id])],
      compile: () => originalOf(language, mutant.to),
    }));
  });
  const all = model.rules.flatMap(casesOf);
  const ofModel = mutantsOfModel(model).map((mutant): Trial => ({
    name: `${language}: ${mutant.change}`,
    mutant,
    cases: all,
    compile: () => ({ ...base, ...tablesOfModel(mutant.to) }),
  }));
  return [...ofRules, ...ofModel];
};

/** Whether no case tells a mutant from the original. */
export const survives = (language: Language, { mutant, cases, compile }: Trial): boolean => {
  const model = compile();
  return inOrder(cases, mutant).every((each) => passesCase(model, language, each));
};
