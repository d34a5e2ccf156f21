import { ApiProblem } from '@scangate/client';
import { useState } from 'react';
import { whileOnline } from '../browser/offline.ts';
import { useClient } from '../session-context.ts';

interface SignOut {
  isBusy: boolean;
  /** The session goes on when this is there. */
  problem: unknown;
  run: () => void;
}

const leave = (): void => {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage nothing is kept.
  }
  window.location.assign('/console/');
};

/**
 * Ends the session of this browser, and forgets what was read and drafted in it. Whoever hears of a problem is still
 * signed in, so that nobody leaves a machine by mistake.
 */
export const useSignOut = (): SignOut => {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const end = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await whileOnline((signal) => client.call('end-session', { signal }));
      leave();
    } catch (error) {
      // A session that has ended already is signed out too.
      if (error instanceof ApiProblem && error.status === 401) leave();
      else setProblem(error);
    }
    setBusy(false);
  };
  return { isBusy, problem, run: () => void end() };
};
