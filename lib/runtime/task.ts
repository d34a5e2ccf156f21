import type { FunctionSpec } from '#contract/function.ts';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { Transient } from '@scangate/domain/problem';
import type { Ids } from '#ports/ids.ts';
import { ids, now } from './ids.ts';
import { errorFields, log } from './log.ts';
import { asTransient } from './transient.ts';
import { lazyPorts } from './lazy-ports.ts';

/** What a task gets beside its input. */
export interface TaskContext {
  now: Date;
  ids: Ids;
  /** Aborts shortly before the function's own time-out. */
  signal: AbortSignal;
}

/** A task that is cut off at its time-out cannot say so; it stops this much earlier. */
const marginMs = 10_000;

/**
 * The Lambda of a workflow task, a job or an operator's act: ports wired once, failures logged and thrown on, so that
 * the workflow or the schedule tries again.
 */
export const task = <const F extends FunctionSpec, Input, Output>(
  spec: F,
  wiring: WiringOf<F['needs']>,
  run: (input: Input, ports: PortsOf<F['needs']>, context: TaskContext) => Promise<Output>,
) => {
  const ports = lazyPorts<PortsOf<F['needs']>>(wiring as never);
  return async (input: Input): Promise<Output> => {
    const signal = AbortSignal.timeout(Math.max(1_000, spec.timeoutSeconds * 1000 - marginMs));
    try {
      return await run(input, ports(), { now: now(), ids, signal });
    } catch (thrown) {
      // Past its own deadline a task is not transient: the workflow asks once more, not six times.
      const error: unknown = signal.aborted ? signal.reason : asTransient(thrown);
      const fields = { function: spec.name, ...errorFields(error) };
      if (error instanceof Transient) log.warn('to be tried again', fields);
      else log.error('failed', fields);
      throw error;
    }
  };
};
