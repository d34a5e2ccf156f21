import { useCallback, useContext, useState } from 'react';
import { SessionContext } from './session-context.ts';

/** Drafts are of one person in one organization: others do not find them after a switch or another sign-in. */
const useKey = (name: string): string => {
  const { person, organization } = useContext(SessionContext)?.session ?? {};
  const owner = person && organization ? `${person.personId}:${organization.organizationId}:` : '';
  return `scangate:draft:${owner}${name}`;
};

const read = <T>(key: string, initial: T): T => {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? initial : (JSON.parse(text) as T);
  } catch {
    return initial;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
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
  const key = useKey(name);
  const [kept, setKept] = useState<{ value: T } | undefined>(() => {
    const found = read<T | undefined>(key, undefined);
    return found === undefined ? undefined : { value: found };
  });
  const set = useCallback(
    (value: T) => {
      write(key, value);
      setKept({ value });
    },
    [key],
  );
  const clear = useCallback(() => {
    write(key, undefined);
    setKept(undefined);
  }, [key]);
  return { value: kept ? kept.value : initial, isChanged: kept !== undefined, set, clear };
};
