import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'scangate:theme';
const listeners = new Set<() => void>();

const read = (): Theme => {
  try {
    const kept = localStorage.getItem(key);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
};

let current: Theme = 'system';

const apply = (): void => {
  if (current === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = current;
};

/** Shows the page in the theme that was chosen on this machine. */
export const startTheme = (): void => {
  current = read();
  apply();
};

/** Chooses a theme and keeps it on this machine. */
export const chooseTheme = (theme: Theme): void => {
  current = theme;
  apply();
  try {
    localStorage.setItem(key, theme);
  } catch {
    // A browser without storage keeps the choice as long as the page.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current);
