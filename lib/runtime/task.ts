import type { FunctionSpec } from '#contract/function.ts';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { Transient } from '@scangate/domain/problem';
import type { Ids } from '#ports/ids.ts';
import { now } from './clock.ts';
import { ids } from './ids.ts';
import { errorFields, log } from './log.ts';
import { asTransient } from './transient-error.ts';
import { lazyPorts } from './lazy-ports.ts';

/** The third argument of a task, after its input and ports. */
export interface TaskContext {
  now: Date;
  ids: Ids;
  /** Aborts shortly before the function times out. */
  signal: AbortSignal;
}

/** A function that Lambda terminates at its timeout cannot report it, so a task stops this much earlier. */
const marginMs = 10_000;

/**
 * Creates the Lambda of a workflow task, a job or an operator's action. It logs a failure and rethrows it, so that
 * the workflow or the schedule retries.
 */
export const task = <const F extends FunctionSpec, Input, Output>(
  spec: F,
  wiring: WiringOf<F['needs']>,
  run: (input: Input, ports: PortsOf<F['needs']>, context: TaskContext) => Promise<Output>,
) => {
  const ports = lazyPorts<PortsOf<F['needs']>>(wiring);
  return async (input: Input): Promise<Output> => {
    const signal = AbortSignal.timeout(Math.max(1_000, spec.timeoutSeconds * 1000 - marginMs));
    try {
      return await run(input, ports(), { now: now(), ids, signal });
    } catch (thrown) {
      // A task that exceeds its deadline is not transient: the workflow retries it once, not six times.
      const error: unknown = signal.aborted ? signal.reason : asTransient(thrown);
      const fields = { function: spec.name, ...errorFields(error) };
      if (error instanceof Transient) log.warn('failed; will be retried', fields);
      else log.error('failed', fields);
      throw error;
    }
  };
};
