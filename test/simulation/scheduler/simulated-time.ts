import { makeIdsIn } from './chance-of-ids.ts';
import { currentProcess } from './process.ts';
import type { Scheduler } from './scheduler.ts';

const RealDate = globalThis.Date;

/** Replaces the clock, the timers and the chance of this process by those of a scheduler. */
export const simulateTime = (scheduler: Scheduler): void => {
  const now = (): number => scheduler.now + (currentProcess()?.skewMs ?? 0);
  class SimulatedDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(now());
      else super(...(given as [number]));
    }

    static override now(): number {
      return now();
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  performance.now = () => scheduler.now;
  Math.random = () => scheduler.random();
  makeIdsIn(() => scheduler.thread);
  const timer = (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
    const process = currentProcess();
    let isOpen = true;
    // A process that waits for a timer is not busy.
    const close = (): boolean => {
      if (isOpen) process?.goOn();
      const wasOpen = isOpen;
      isOpen = false;
      return wasOpen;
    };
    process?.wait();
    const cancel = scheduler.after(delayMs, () => {
      // Another process may wait for what one began that was cut off; it reaches nothing any more.
      if (close()) run(...given);
    });
    const stop = (): void => {
      if (close()) cancel();
    };
    const handle = { stop, unref: () => handle, ref: () => handle, hasRef: () => false };
    return handle;
  };
  globalThis.setTimeout = timer as never;
  // Stripe's emulator sends its events in another turn, which would come whenever this process has one.
  globalThis.setImmediate = ((run: () => void, ...given: unknown[]) => timer(run, 0, ...given)) as never;
  globalThis.clearTimeout = ((handle: ReturnType<typeof timer> | undefined) => handle?.stop()) as never;
  AbortSignal.timeout = (delayMs) => {
    const controller = new AbortController();
    scheduler.after(delayMs, () => {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    });
    return controller.signal;
  };
};
