import type { RunContext } from '#app/jobs/run-context.ts';
import { ScanEnded } from '#app/scans/scan-end.ts';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';

/** Calls a function at each interval until the returned function is called. */
export type Every = (intervalMs: number, act: () => Promise<void>) => () => void;

const everyInterval: Every = (intervalMs, act) => {
  const timer = setInterval(() => void act(), intervalMs).unref();
  return () => clearInterval(timer);
};

interface Watch<Input, Output, Ports> {
  /** Whether nobody needs the result anymore. */
  hasEnded(input: Input, ports: Ports): Promise<boolean>;
  /** Makes the result of a task that was aborted; nobody needs it, but the workflow may go on with it. */
  resultOf(input: Input): Output;
  every?: Every;
}

/**
 * Makes a task that asks every 20 s whether its scan still runs, and aborts its work when the scan was canceled: stopping an
 * execution of Step Functions stops no function that it has invoked (docs/adr/0039-fair-to-all.md).
 */
export const whileActive =
  <Input, Output, Ports, Context extends RunContext>(
    { hasEnded, resultOf, every = everyInterval }: Watch<NoInfer<Input>, NoInfer<Output>, NoInfer<Ports>>,
    run: (input: Input, ports: Ports, context: Context) => Promise<Output>,
  ) =>
  async (input: Input, ports: Ports, context: Context): Promise<Output> => {
    const ended = new AbortController();
    const stop = every(deadlines.lookMs, async () => {
      // A look that fails is repeated by the next one.
      if (await hasEnded(input, ports).catch(() => false)) ended.abort(new ScanEnded());
    });
    try {
      const signal = AbortSignal.any([context.signal, ended.signal]);
      const result = await run(input, ports, { ...context, signal });
      // A task may report that it was aborted instead of failing.
      return ended.signal.aborted ? resultOf(input) : result;
    } catch (error) {
      if (ended.signal.aborted) return resultOf(input);
      throw error;
    } finally {
      stop();
    }
  };
