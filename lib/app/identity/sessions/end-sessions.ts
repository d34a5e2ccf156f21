import * as rules from '@scangate/domain/identity/sessions/session-of-person';
import type { Caller } from '@scangate/domain/identity/caller';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadMember } from '../load-member.ts';

type SessionStore = Pick<Store<'person' | 'token' | 'member' | 'auditEvent'>, 'get' | 'load' | 'commit'>;

/**
 * Ends the other sessions of the caller, or with `personId` all that another member has in the organization of the caller.
 * @throws Problem member_not_found or role_required.
 */
export const endSessions = (
  store: SessionStore,
  { caller, personId = caller.personId }: { caller: Caller; personId?: string | undefined },
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.changeSessions, async () => {
    const { organizationId } = caller;
    if (personId !== caller.personId)
      rules.requireMayEndSessions(caller, await loadMember(store, { organizationId, personId }));
    const person = await store.get('person', { personId }, { consistent: true });
    const listed = rules.sessionsToEnd(caller, person);
    if (listed.length === 0) return;
    const found = await store.load(
      listed.map(({ tokenHash }) => ({ record: 'token', id: { tokenHash } }) as const),
      { consistent: true },
    );
    const tokens = found
      .filter((token) => token !== undefined)
      .filter(({ revokedAt }) => revokedAt === undefined);
    if (tokens.length === 0) return;
    await commitOrThrow(store, rules.endSessions({ caller, person, tokens }, now.toISOString()));
  });
