import type { Program } from '../sast/ir.ts';
import type { Syntax } from '../sast/syntax.ts';
import type { PatternRule } from './compile-code-rules.ts';
import { matchesPattern } from './match-pattern.ts';
import { importsOf, walkProgram } from './walk-program.ts';

/** A place that matches the pattern of a rule. */
export interface PatternHit {
  rule: PatternRule['rule'];
  at: Syntax;
}

/** Thrown when the steps of a file are used up. */
class OutOfSteps extends Error {}

/**
 * A file of 1 MB takes half of them for one pattern. A step is a comparison, and several of them count as one step
 * of the engine.
 */
const maxStepsPerFile = 4_000_000;
const comparisonsPerStep = 4;
const maxHitsPerRule = 500;

/** Finds the places in a program that match patterns. `complete` is false when the limit of steps was reached. */
export const findPatterns = (
  program: Pick<Program, 'body'>,
  patterns: readonly PatternRule[],
  limit = maxStepsPerFile,
): { hits: PatternHit[]; steps: number; complete: boolean } => {
  let steps = 0;
  const count = (): void => {
    steps += 1;
    if (steps > limit) throw new OutOfSteps();
  };
  const hits: PatternHit[] = [];
  const places = new Map<PatternRule, Set<number>>(patterns.map((one) => [one, new Set()]));
  const byKind = Map.groupBy(patterns, ({ pattern }) => pattern.root.kind);
  try {
    const imports = importsOf(program, count);
    walkProgram(program, {
      count,
      visit: (node) => {
        for (const one of byKind.get(node.kind) ?? []) {
          count();
          const seen = places.get(one) ?? new Set();
          if (seen.size >= maxHitsPerRule) continue;
          if (!matchesPattern(one.pattern, node, { imports, count })) continue;
          const { start } = node.at.place;
          if (!seen.has(start)) hits.push({ rule: one.rule, at: node.at });
          seen.add(start);
        }
      },
    });
  } catch (error) {
    // A hostile file may exhaust the stack.
    if (!(error instanceof OutOfSteps) && !(error instanceof RangeError)) throw error;
    return { hits, steps: steps / comparisonsPerStep, complete: false };
  }
  return { hits, steps: steps / comparisonsPerStep, complete: true };
};
