import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { openSteppedClock, type SteppedClock } from './stepped-clock.ts';

/**
 * Puts timers, `performance.now` and `Date` of this process on a clock that stands still during an HTTP
 * request, and otherwise jumps to the next timer: minutes of waiting pass at once, and no time limit of a
 * request expires meanwhile.
 */
export const moveClock = (startMs: number): SteppedClock => {
  const clock = openSteppedClock();
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest };
    void clock.runReal(() => new Promise((resolve) => void request.once('close', () => resolve(undefined))));
  });

  const cancels = new Map<number, () => void>();
  let last = 0;
  const setTimeout = (run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) => {
    const id = ++last;
    cancels.set(
      id,
      clock.after(delayMs, () => run(...args)),
    );
    const timer = {
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
      [Symbol.toPrimitive]: () => id,
    };
    return timer;
  };
  const clearTimeout = (timer: unknown): void => cancels.get(Number(timer))?.();
  Object.assign(globalThis, { setTimeout, clearTimeout });
  Object.defineProperty(performance, 'now', { value: clock.elapsedMs });

  const RealDate = Date;
  const now = (): number => startMs + clock.elapsedMs();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  });
  return clock;
};
