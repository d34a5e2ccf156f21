import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { BootContext, type Boot } from './boot-context.ts';
import { clientOf, readSession } from './boot.ts';
import { meansOtherSession } from './other-session.ts';
import { SessionContext } from '../session-context.ts';
import type { Session } from '../session.ts';

type Found =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'known'; session: Session | undefined };

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

/** Reads the session once, by the one boot call, and holds it for every page. */
export const SessionBoot = ({ children }: { children: ReactNode }): ReactElement => {
  const [found, setFound] = useState<Found>({ kind: 'loading' });
  const refresh = useCallback(async () => {
    try {
      const session = await readSession();
      setFound((before) =>
        before.kind === 'known' && isSame(before.session, session) ? before : { kind: 'known', session },
      );
    } catch (error) {
      // A page that is open already goes on with the session it has.
      setFound((before) => (before.kind === 'known' ? before : { kind: 'failed', error }));
    }
  }, []);
  useEffect(() => void refresh(), [refresh]);
  useRefreshAfterRefusal(refresh);
  const boot = useMemo((): Boot => {
    if (found.kind === 'loading') return found;
    if (found.kind === 'failed') return { ...found, retry: () => void refresh() };
    const { session } = found;
    if (!session) return { kind: 'signed-out' };
    return { kind: 'signed-in', session, client: clientOf(session), refresh };
  }, [found, refresh]);
  return (
    <BootContext value={boot}>
      <SessionContext value={boot.kind === 'signed-in' ? boot : undefined}>{children}</SessionContext>
    </BootContext>
  );
};
