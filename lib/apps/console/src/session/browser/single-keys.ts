import { useSyncExternalStore } from 'react';

const key = 'scangate:single-keys';
const listeners = new Set<() => void>();

/** Whether keys without Ctrl or Alt do something. People who speak their input turn them off. */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
};

export const turnSingleKeys = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // A browser without storage keeps the keys on.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn);
