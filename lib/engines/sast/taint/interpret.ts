import type { Program } from '../ir.ts';
import type { CompiledModel } from './compiled-model.ts';
import { enterAsEntryPoint } from './enter-function.ts';
import { execute } from './execute.ts';
import { OutOfTime, AnalysisRun, type Hit, type IncomingTaint, type OutgoingTaint } from './analysis-run.ts';
import { Scope } from './scope.ts';

export interface Interpretation {
  hits: Hit[];
  /** Outside text given to functions of other files. */
  outgoing: readonly OutgoingTaint[];
  /** False when time or depth did not suffice. */
  complete: boolean;
}

/**
 * Runs a file abstractly: its top level, then every function in it as if called from outside.
 * Never throws for what the file contains.
 */
export const interpret = (
  program: Program,
  compiled: CompiledModel,
  outOfTime: () => boolean,
  incoming?: IncomingTaint,
): Interpretation => {
  const run = new AnalysisRun(compiled, outOfTime, incoming);
  try {
    execute(run, program.body, new Scope(undefined, 0));
    for (let callable = run.pending.shift(); callable; callable = run.pending.shift())
      enterAsEntryPoint(run, callable);
  } catch (error) {
    // The stack of a hostile file may be deeper than ours.
    if (!(error instanceof OutOfTime) && !(error instanceof RangeError)) throw error;
    return { hits: run.hits, outgoing: run.passed, complete: false };
  }
  return { hits: run.hits, outgoing: run.passed, complete: !run.truncated };
};
