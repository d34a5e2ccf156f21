import { useEffect, useState } from 'react';

/**
 * The secret that was taken out of the address, for the page that is shown again at the same entry of the history.
 * No entry holds the secret itself: the browser writes those down.
 */
let taken: { secret: string; entry: string } | undefined;

const entryOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'secretEntry' in state ? state.secretEntry : undefined;

const secretNow = (): string => {
  const { hash } = window.location;
  if (hash.length > 1) return hash.slice(1);
  return taken !== undefined && taken.entry === entryOf(window.history.state) ? taken.secret : '';
};

const read = (prefix: string): string => {
  const secret = secretNow();
  return secret.startsWith(prefix) ? secret : '';
};

/** Takes the secret out of the address, so that no history and no screenshot has it. */
const clear = (): void => {
  const { pathname, search, hash } = window.location;
  if (hash === '') return;
  taken = { secret: hash.slice(1), entry: crypto.randomUUID() };
  const state: unknown = window.history.state;
  window.history.replaceState(
    { ...(typeof state === 'object' && state), secretEntry: taken.entry },
    '',
    `${pathname}${search}`,
  );
};

/**
 * The secret of a link, which stands behind `#`: no server sees that. Another link that is opened in the same tab
 * takes its place, and an address without one has none.
 */
export const useSecretOfFragment = (prefix = ''): string => {
  const [secret, setSecret] = useState(() => read(prefix));
  useEffect(() => {
    clear();
    const change = (): void => {
      setSecret(read(prefix));
      clear();
    };
    window.addEventListener('hashchange', change);
    return () => window.removeEventListener('hashchange', change);
  }, [prefix]);
  return secret;
};
