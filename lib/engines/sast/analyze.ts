import { grammars, languageModels } from './dialects.ts';
import { lowerProgram } from './lower/lowering.ts';
import type { Dialect } from './dialect.ts';
import { brokenLength, parse } from './parser.ts';
import type { Language } from './rule.ts';
import type { ProjectProperties } from './project-properties.ts';
import { compileModel, type CompiledModel } from './taint/compiled-model.ts';
import { interpret, type Interpretation } from './taint/interpret.ts';
import type { IncomingTaint } from './taint/analysis-run.ts';
import { wordsIn } from './taint/prefilter.ts';

const compiled = new Map<Language, CompiledModel>();

/** Compiles the tables of a language when its first file is analyzed. */
const compiledModel = (language: Language): CompiledModel => {
  const known = compiled.get(language) ?? compileModel(languageModels[language]);
  compiled.set(language, known);
  return known;
};

export interface AnalysisOptions {
  language: Language;
  dialect: Dialect;
  /** The taint that other files pass to this one. */
  incoming?: IncomingTaint | undefined;
  settings?: ProjectProperties;
}

/** The steps that recovering from one character of broken syntax costs at worst. */
const stepsOfBroken = 100;

/**
 * Runs the rules of a language on one text. `complete` is false when the step or depth limit was reached.
 * @throws TooBroken.
 */
export const analyze = (
  text: string,
  { language, dialect, incoming, settings }: AnalysisOptions,
): Interpretation => {
  const model = compiledModel(language);
  if (!model.canFind(wordsIn(text), incoming !== undefined))
    return { hits: [], outgoing: [], complete: true, steps: 0 };
  const root = parse(dialect, text);
  const parsing = stepsOfBroken * brokenLength();
  const program = lowerProgram(grammars[language], root);
  const compiledWithSettings = settings ? { ...model, settings } : model;
  const found = interpret(program, compiledWithSettings, incoming);
  return { ...found, complete: found.complete && !program.truncated, steps: found.steps + parsing };
};
