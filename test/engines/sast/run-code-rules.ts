import { grammars } from '@scangate/engines/sast/dialects';
import { embeddedCode, inPage } from '@scangate/engines/sast/embedded/embedded-code';
import { findingsOfHits } from '@scangate/engines/sast/hit-findings';
import { lowerProgram } from '@scangate/engines/sast/lower/lowering';
import { parseable } from '@scangate/engines/sast/parseable';
import { parse } from '@scangate/engines/sast/parser';
import type { Language, Rule } from '@scangate/engines/sast/rule';
import { sourceTypeOf } from '@scangate/engines/sast/source-type';
import type { CompiledModel } from '@scangate/engines/sast/taint/compiled-model';
import { interpret } from '@scangate/engines/sast/taint/interpret';
import { wordsIn } from '@scangate/engines/sast/taint/prefilter';
import { fileOf, markedLines } from './scan-code.ts';

/** Returns the lines where a rule finds something in a text, as the engine would in a unit of this file alone. */
const linesFound = (
  model: CompiledModel,
  language: Language,
  { id, sampleFile }: Rule,
  code: string,
): number[] => {
  const file = sampleFile ?? fileOf[language];
  const type = sourceTypeOf(file)!;
  const page = type.host && embeddedCode(code, type.host);
  const text = parseable(page?.text ?? code, language);
  if (text === undefined || !model.canFind(wordsIn(text), false)) return [];
  const { hits } = interpret(lowerProgram(grammars[language], parse(type.dialect, text)), model);
  return findingsOfHits(file, page ? inPage(hits, page) : hits)
    .filter(({ rule }) => rule === id)
    .map(({ line }) => line);
};

/** Says whether a rule finds each positive case once, where it is marked, and nothing in a negative one. */
export const passesCases = (model: CompiledModel, language: Language, rule: Rule): boolean =>
  rule.positives.every((code) => {
    const [lines, marked] = [linesFound(model, language, rule, code), markedLines(code)];
    return marked.length > 0 ? lines.join() === marked.join() : lines.length === 1;
  }) && rule.negatives.every((code) => linesFound(model, language, rule, code).length === 0);
