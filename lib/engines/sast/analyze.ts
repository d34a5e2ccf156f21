import { grammars, languageModels } from './dialects.ts';
import { lowerProgram } from './lower/lowering.ts';
import { parse, type Dialect } from './parser.ts';
import type { Language } from './rule.ts';
import type { Settings } from './settings.ts';
import { compileModel, type CompiledModel } from './taint/compiled-model.ts';
import { interpret, type Interpretation } from './taint/interpret.ts';
import type { IncomingTaint } from './taint/analysis-run.ts';
import { wordsIn } from './taint/prefilter.ts';

const compiled = new Map<Language, CompiledModel>();

/** Tables of a language, made when the first file of it comes. */
const compiledModel = (language: Language): CompiledModel => {
  const known = compiled.get(language) ?? compileModel(languageModels[language]);
  compiled.set(language, known);
  return known;
};

/** What the rules of a language find in one text. `complete` is false when time or depth did not suffice. */
export const analyze = (
  language: Language,
  dialect: Dialect,
  text: string,
  outOfTime: () => boolean,
  incoming?: IncomingTaint,
  settings?: Settings,
): Interpretation => {
  const model = compiledModel(language);
  if (!model.canFind(wordsIn(text), incoming !== undefined))
    return { hits: [], outgoing: [], complete: true };
  const program = lowerProgram(grammars[language], parse(dialect, text));
  const {
    hits,
    outgoing: passed,
    complete,
  } = interpret(program, settings ? { ...model, settings } : model, outOfTime, incoming);
  return { hits, outgoing: passed, complete: complete && !program.truncated };
};
