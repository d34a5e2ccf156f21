import { useState } from 'react';

const none: ReadonlySet<string> = new Set();

/** The selected rows of one list. Other filters are another list, so that no invisible row is changed. */
export const useSelection = (list: string) => {
  const [kept, setKept] = useState({ list, keys: none });
  return {
    keys: kept.list === list ? kept.keys : none,
    onChange: (keys: ReadonlySet<string>): void => setKept({ list, keys }),
  };
};
