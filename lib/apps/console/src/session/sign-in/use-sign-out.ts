import { useState } from 'react';
import { useClient } from '../session-context.ts';

/** Ends the session of this browser, and forgets what was read and drafted in it. */
export const useSignOut = (): { isBusy: boolean; run: () => void } => {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const leave = (): void => {
    try {
      sessionStorage.clear();
    } catch {
      // Without storage nothing is kept.
    }
    window.location.assign('/console/');
  };
  const run = (): void => {
    setBusy(true);
    // A session that has ended already is signed out too.
    client.call('end-session').then(leave, leave);
  };
  return { isBusy, run };
};
