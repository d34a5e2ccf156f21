import { grammars, models } from './dialects.ts';
import { lowerProgram } from './lower/lowering.ts';
import { parse, type Dialect } from './parser.ts';
import type { Language } from './rule.ts';
import type { Settings } from './settings.ts';
import { compileModel, type CompiledModel } from './taint/compiled-model.ts';
import { interpret, type Interpretation } from './taint/interpret.ts';
import type { Incoming } from './taint/run.ts';
import { wordsIn } from './taint/triggers.ts';

const compiled = new Map<Language, CompiledModel>();

/** Tables of a language, made when the first file of it comes. */
const compiledModel = (language: Language): CompiledModel => {
  const known = compiled.get(language) ?? compileModel(models[language]);
  compiled.set(language, known);
  return known;
};

/** What the rules of a language find in one text. `complete` is false when time or depth did not suffice. */
export const analyze = (
  language: Language,
  dialect: Dialect,
  text: string,
  outOfTime: () => boolean,
  incoming?: Incoming,
  settings?: Settings,
): Interpretation => {
  const model = compiledModel(language);
  if (!model.canFind(wordsIn(text), incoming !== undefined)) return { hits: [], passed: [], complete: true };
  const program = lowerProgram(grammars[language], parse(dialect, text));
  const { hits, passed, complete } = interpret(
    program,
    settings ? { ...model, settings } : model,
    outOfTime,
    incoming,
  );
  return { hits, passed, complete: complete && !program.truncated };
};
