import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let minute = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (onChange: () => void): (() => void) => {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    minute += 1;
    for (const listener of listeners) listener();
  }, 60_000);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const unsubscribed = (): (() => void) => () => undefined;

/** Renders again each minute, by one timer for the whole page. */
export const useMinute = (enabled: boolean): number =>
  useSyncExternalStore(enabled ? subscribe : unsubscribed, () => minute);
