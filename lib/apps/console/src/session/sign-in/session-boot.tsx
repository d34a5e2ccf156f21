import { ApiProblem } from '@scangate/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { BootContext, type Boot } from './boot-context.ts';
import { clientOf, readSession } from './boot.ts';
import { leave } from './leave.ts';
import { meansOtherSession } from './other-session.ts';
import { announceSession, isSameOwner, onSession, ownerOf } from './other-tabs.ts';
import { endWaiting } from './sign-in-again.ts';
import { SessionContext } from '../session-context.ts';
import type { Session } from '../session.ts';

type Found =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'known'; session: Session | undefined; openedBy: string | undefined };

/** The same session, also after its idle time moved on. */
const isSame = (a: Session | undefined, b: Session | undefined): boolean =>
  JSON.stringify({ ...a, idleUntil: '' }) === JSON.stringify({ ...b, idleUntil: '' });

/** Reads the session again when a page is refused what its session permits. */
const useRefreshAfterRefusal = (refresh: () => Promise<void>): void => {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (meansOtherSession(event.action.error)) void refresh();
      }),
    [queries, refresh],
  );
};

const isOfOldSession = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'csrf_failed';

/** Forgets what was read in the old session, and reads in the new one what was refused for the old one. */
const useForgetOldSession = (session: Session | undefined): void => {
  const queries = useQueryClient();
  const before = useRef<Session | undefined>(undefined);
  useEffect(() => {
    const old = before.current;
    before.current = session;
    if (!old || old === session) return;
    if (!session || !isSameOwner(ownerOf(old), ownerOf(session))) {
      endWaiting(false);
      queries.removeQueries({ queryKey: [old.organization.organizationId] });
      return;
    }
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isOfOldSession(state.error) });
  }, [queries, session]);
};

/** Announces to the other tabs whose session this is, and follows what they announce. */
const useOtherTabs = (session: Session | undefined, refresh: () => Promise<void>, isKnown: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => {
    if (session) announceSession(session);
  }, [session]);
  useEffect(
    () =>
      onSession((owner) => {
        if (!isKnown) return;
        if (owner) {
          if (!session || !isSameOwner(owner, ownerOf(session))) void refresh();
        } else if (session) {
          queries.clear();
          leave();
        }
      }),
    [session, refresh, isKnown, queries],
  );
};

/** Takes in another reading of the session. A page that is open as one person never becomes another's. */
const afterReading = (before: Found, session: Session | undefined): Found => {
  if (before.kind === 'known' && isSame(before.session, session)) return before;
  const wasOpen = before.kind === 'known' && before.session !== undefined;
  return { kind: 'known', session, openedBy: wasOpen ? before.openedBy : session?.person.personId };
};

/** Reads the session once, by the one boot call, and holds it for every page. */
export const SessionBoot = ({ children }: { children: ReactNode }): ReactElement => {
  const [found, setFound] = useState<Found>({ kind: 'loading' });
  const refresh = useCallback(async () => {
    try {
      const session = await readSession();
      setFound((before) => afterReading(before, session));
    } catch (error) {
      // A page that is open already goes on with the session it has.
      setFound((before) => (before.kind === 'known' ? before : { kind: 'failed', error }));
    }
  }, []);
  useEffect(() => void refresh(), [refresh]);
  useRefreshAfterRefusal(refresh);
  const current = found.kind === 'known' ? found.session : undefined;
  useForgetOldSession(current);
  useOtherTabs(current, refresh, found.kind === 'known');
  const boot = useMemo((): Boot => {
    if (found.kind === 'loading') return found;
    if (found.kind === 'failed') return { ...found, retry: () => void refresh() };
    const { session, openedBy } = found;
    if (!session) return { kind: 'signed-out' };
    if (session.person.personId !== openedBy) return { kind: 'other-person', session };
    return { kind: 'signed-in', session, client: clientOf(session), refresh };
  }, [found, refresh]);
  return (
    <BootContext value={boot}>
      <SessionContext value={boot.kind === 'signed-in' ? boot : undefined}>{children}</SessionContext>
    </BootContext>
  );
};
