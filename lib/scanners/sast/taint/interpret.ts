import type { Program } from '../ir.ts';
import type { CompiledModel } from './compiled-model.ts';
import { enterFromOutside } from './enter.ts';
import { execute } from './execute.ts';
import { OutOfTime, Run, type Hit, type Incoming, type Passed } from './run.ts';
import { Scope } from './scope.ts';

export interface Interpretation {
  hits: Hit[];
  /** Outside text given to functions of other files. */
  passed: readonly Passed[];
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
  incoming?: Incoming,
): Interpretation => {
  const run = new Run(compiled, outOfTime, incoming);
  try {
    execute(run, program.body, new Scope(undefined, 0));
    for (let callable = run.pending.shift(); callable; callable = run.pending.shift())
      enterFromOutside(run, callable);
  } catch (error) {
    // The stack of a hostile file may be deeper than ours.
    if (!(error instanceof OutOfTime) && !(error instanceof RangeError)) throw error;
    return { hits: run.hits, passed: run.passed, complete: false };
  }
  return { hits: run.hits, passed: run.passed, complete: !run.truncated };
};
