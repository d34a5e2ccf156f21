import type { Program } from '../ir.ts';
import type { CompiledModel } from './compiled-model.ts';
import { enterAsEntryPoint } from './enter-function.ts';
import { execute } from './execute.ts';
import {
  OutOfSteps,
  AnalysisRun,
  type Callable,
  type Hit,
  type IncomingTaint,
  type OutgoingTaint,
} from './analysis-run.ts';
import { Scope } from './scope.ts';

export interface Interpretation {
  hits: Hit[];
  /** The taint passed to functions of other files. */
  outgoing: readonly OutgoingTaint[];
  /** The functions that taint from other files can enter; absent when the file was not interpreted. */
  entered?: ReadonlySet<string>;
  /** False when the step or depth limit was reached. */
  complete: boolean;
  /** The number of steps that it took. */
  steps: number;
}

/** Runs the functions that nobody called as entry points. */
const enterAll = (run: AnalysisRun): Callable[] => {
  const entries: Callable[] = [];
  for (let callable = run.pending.shift(); callable; callable = run.pending.shift()) {
    entries.push(callable);
    enterAsEntryPoint(run, callable);
  }
  return entries;
};

const resultOf = (run: AnalysisRun): Omit<Interpretation, 'complete'> => ({
  hits: run.hits,
  outgoing: run.passed,
  entered: run.enteredFromOutside,
  steps: run.steps,
});

/**
 * Interprets a file abstractly: its top level, then every function as an entry point.
 * Never throws for the content of the file.
 */
export const interpret = (
  program: Program,
  compiled: CompiledModel,
  incoming?: IncomingTaint,
): Interpretation => {
  const run = new AnalysisRun(compiled, incoming);
  try {
    execute(program.body, new Scope(run, undefined, 0));
    const entries = enterAll(run);
    // A session may be read in a method that precedes the one that fills it.
    if (run.crossRequestStores.takeLate()) {
      run.entered.clear();
      run.memo = new WeakMap();
      run.pending.push(...entries);
      enterAll(run);
    }
  } catch (error) {
    // A hostile file may exhaust the stack.
    if (!(error instanceof OutOfSteps) && !(error instanceof RangeError)) throw error;
    return { ...resultOf(run), complete: false };
  }
  return { ...resultOf(run), complete: !run.truncated };
};
