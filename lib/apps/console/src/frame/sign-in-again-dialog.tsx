import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { readSession } from '@scangate/console/session/sign-in/boot.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { isSameOwner, onSignIn, ownerOf } from '@scangate/console/session/sign-in/other-tabs.ts';
import {
  endWaiting,
  signInReason,
  subscribeToWaiting,
  waitingReason,
  type SignInReason,
} from '@scangate/console/session/sign-in/sign-in-again.ts';

const SignInPrompt = lazy(() => import('./sign-in-prompt.tsx'));

/**
 * Ends the wait when the same person has a session again. For a session of another person, a page of its own is
 * shown.
 */
const useSignInElsewhere = (reason: SignInReason | undefined): boolean => {
  const { session, refresh } = useSignedIn();
  const queries = useQueryClient();
  const [isOther, setOther] = useState(false);
  const known = useRef(session);
  useEffect(() => {
    if (reason === undefined) return undefined;
    const goOn = async (): Promise<void> => {
      const found = await readSession().catch(() => undefined);
      if (!found) return;
      if (!isSameOwner(ownerOf(found), ownerOf(known.current))) {
        setOther(true);
        return;
      }
      await refresh();
      // The next request uses the client of the new session, which the next render provides.
      setTimeout(() => {
        endWaiting(true);
        // Queries that were refused for the old session are repeated with the new one.
        void queries.refetchQueries({
          type: 'active',
          predicate: ({ state }) => signInReason(state.error) !== undefined,
        });
      });
    };
    const stopListening = onSignIn(() => void goOn());
    // A person who returns to this tab may have signed in elsewhere, or closed the other tab too early.
    const onVisible = (): void => {
      if (reason === 'ended' && document.visibilityState === 'visible') void goOn();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [reason, refresh, queries]);
  return isOther;
};

/** Shown over the page and its draft, while a request waits for a sign-in in another tab. */
export const SignInAgainDialog = (): ReactElement | null => {
  const reason = useSyncExternalStore(subscribeToWaiting, waitingReason);
  const isOther = useSignInElsewhere(reason);
  if (reason === undefined) return null;
  return (
    <Suspense fallback={<span role="status">{frameMessages.waitingForSignIn}</span>}>
      <SignInPrompt reason={reason} isOther={isOther} onClose={() => endWaiting(false)} />
    </Suspense>
  );
};
