import { grammars } from '@scangate/engines/sast/dialects';
import { embeddedCode } from '@scangate/engines/sast/embedded/embedded-code';
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
  return findingsOfHits(file, hits, page?.placeIn)
    .filter(({ rule }) => rule === id)
    .map(({ line }) => line);
};

/** A case of a rule: a positive or a negative one. */
export interface RuleCase {
  rule: Rule;
  code: string;
  isPositive: boolean;
  /** Whether it is one of the rule with another name in it. */
  isMade?: true;
}

export const casesOf = (rule: Rule): RuleCase[] => [
  ...rule.positives.map((code) => ({ rule, code, isPositive: true })),
  ...rule.negatives.map((code) => ({ rule, code, isPositive: false })),
];

/** Says whether a rule finds a positive case once, where it is marked, and nothing in a negative one. */
export const passesCase = (
  model: CompiledModel,
  language: Language,
  { rule, code, isPositive }: RuleCase,
): boolean => {
  const lines = linesFound(model, language, rule, code);
  if (!isPositive) return lines.length === 0;
  const marked = markedLines(code);
  return marked.length > 0 ? lines.join() === marked.join() : lines.length === 1;
};
