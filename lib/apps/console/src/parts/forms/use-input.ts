import { useState } from 'react';
import type { Draft } from '@scangate/console/session/drafts.ts';

/** Keeps the input of a form as long as the form is open, and no longer: for a secret, and for what is typed quickly. */
export const useInput = <T>(initial: T): Draft<T> => {
  const [kept, setKept] = useState<{ value: T }>();
  return {
    value: kept ? kept.value : initial,
    isChanged: kept !== undefined,
    set: (value) => setKept({ value }),
    clear: () => setKept(undefined),
  };
};
