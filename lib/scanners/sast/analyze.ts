import { grammars, models } from './dialects.ts';
import { lowerProgram } from './lower/lowering.ts';
import { parse, type Dialect } from './parser.ts';
import type { Language } from './rule.ts';
import { compileModel, type CompiledModel } from './taint/compiled-model.ts';
import { interpret } from './taint/interpret.ts';
import type { Hit } from './taint/run.ts';
import { wordsIn } from './taint/triggers.ts';

const compiled = new Map<Language, CompiledModel>();

/** Tables of a language, made when the first file of it comes. */
export const compiledModel = (language: Language): CompiledModel => {
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
): { hits: Hit[]; complete: boolean } => {
  const model = compiledModel(language);
  if (!model.canFind(wordsIn(text))) return { hits: [], complete: true };
  const program = lowerProgram(grammars[language], parse(dialect, text));
  const { hits, complete } = interpret(program, model, outOfTime);
  return { hits, complete: complete && !program.truncated };
};
