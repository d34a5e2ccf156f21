import { ApiProblem } from '@scangate/client';
import { useState } from 'react';
import { whileOnline } from '../browser/offline.ts';
import { useSignedIn } from '../session-context.ts';
import { leave } from './leave.ts';
import { meansOtherSession } from './other-session.ts';
import { announceSignOut } from './other-tabs.ts';

interface SignOut {
  isBusy: boolean;
  /** The session goes on when this is there. */
  problem: unknown;
  run: () => void;
}

const leaveEverywhere = (): void => {
  announceSignOut();
  leave();
};

/**
 * Ends the session of this browser, in every tab, and forgets what was read and drafted there. Whoever hears of a problem is still
 * signed in, so that nobody leaves a machine by mistake.
 */
export const useSignOut = (): SignOut => {
  const { client, refresh } = useSignedIn();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const end = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await whileOnline((signal) => client.call('end-session', { signal }));
      leaveEverywhere();
    } catch (error) {
      // A session that has ended already is signed out too.
      if (error instanceof ApiProblem && error.status === 401) leaveEverywhere();
      else setProblem(error);
      if (meansOtherSession(error)) void refresh();
    }
    setBusy(false);
  };
  return { isBusy, problem, run: () => void end() };
};
