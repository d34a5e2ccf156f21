import { useCallback, useState } from 'react';

const key = (name: string): string => `scangate:draft:${name}`;

const read = <T>(name: string, initial: T): T => {
  try {
    const text = sessionStorage.getItem(key(name));
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
};

const write = (name: string, value: unknown): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(key(name));
    else sessionStorage.setItem(key(name), JSON.stringify(value));
  } catch {
    // A browser without storage keeps the draft as long as the page.
  }
};

export interface Draft<T> {
  value: T;
  isChanged: boolean;
  set: (value: T) => void;
  /** Forgets the draft, after it was saved or thrown away. */
  clear: () => void;
}

/**
 * Keeps the unsaved input of a form in this tab, over a reload and a new sign-in.
 * It is no place for a secret: those stay in the state of their field.
 */
export const useDraft = <T>(name: string, initial: T): Draft<T> => {
  const [kept, setKept] = useState<{ value: T } | undefined>(() => {
    const found = read<T | undefined>(name, undefined);
    return found === undefined ? undefined : { value: found };
  });
  const set = useCallback(
    (value: T) => {
      write(name, value);
      setKept({ value });
    },
    [name],
  );
  const clear = useCallback(() => {
    write(name, undefined);
    setKept(undefined);
  }, [name]);
  return { value: kept ? kept.value : initial, isChanged: kept !== undefined, set, clear };
};
