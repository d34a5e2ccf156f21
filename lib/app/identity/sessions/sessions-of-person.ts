import {
  endSessions,
  sessionsSeenBy,
  sessionView,
} from '@scangate/domain/identity/sessions/session-of-person';
import type { Caller } from '@scangate/domain/identity/caller';
import { isLiveToken } from '@scangate/domain/identity/tokens';
import { Problem } from '@scangate/domain/problem';
import type { Member, Person, PersonSession, Token } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';

type SessionStore = Pick<Store<'person' | 'token' | 'member' | 'auditEvent'>, 'get' | 'load' | 'commit'>;

const consistent = { consistent: true } as const;

/** Lists the session of the request, which is the only trace of a person without a list of sessions. */
const listedOf = (
  person: Person | undefined,
  current: { caller: Caller; hash: string },
): Pick<PersonSession, 'tokenHash' | 'organizationId'>[] => {
  const listed = sessionsSeenBy(current.caller, person);
  return listed.some(({ tokenHash }) => tokenHash === current.hash)
    ? listed
    : [...listed, { tokenHash: current.hash, organizationId: current.caller.organizationId }];
};

/** Lists the live sessions of the caller in every organization, the newest first. */
export const listSessions = async (
  store: Pick<SessionStore, 'get' | 'load'>,
  current: { caller: Caller; hash: string },
  now: Date,
) => {
  const { personId, tokenId } = current.caller;
  const listed = listedOf(await store.get('person', { personId }, consistent), current);
  const found = await store.load(
    listed.flatMap(({ tokenHash, organizationId }) => [
      { record: 'token', id: { tokenHash } } as const,
      { record: 'member', id: { organizationId, personId } } as const,
    ]),
    consistent,
  );
  return listed
    .flatMap((_, index) => {
      const [token, member] = [
        found[2 * index] as Token | undefined,
        found[2 * index + 1] as Member | undefined,
      ];
      return token && isLiveToken(token, member, now.toISOString()) ? [sessionView(token, tokenId)] : [];
    })
    .toReversed();
};

const end = async (
  store: SessionStore,
  { caller, token, person }: { caller: Caller; token: Token; person: Person | undefined },
  now: Date,
): Promise<void> => {
  await commitOrThrow(store, endSessions({ caller, person, tokens: [token] }, now.toISOString()));
};

/** Ends the session of the request. A session that has already ended is left unchanged. */
export const signOut = (
  store: SessionStore,
  { caller, hash }: { caller: Caller; hash: string },
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.changeSessions, async () => {
    const [token, person] = await store.load(
      [
        { record: 'token', id: { tokenHash: hash } },
        { record: 'person', id: { personId: caller.personId } },
      ] as const,
      consistent,
    );
    if (!token || token.revokedAt !== undefined) return;
    await end(store, { caller, token, person }, now);
  });

/** Ends another session of the caller, or this one. @throws Problem session_not_found */
export const endSession = (
  store: SessionStore,
  { caller, hash, sessionId }: { caller: Caller; hash: string; sessionId: string },
  now: Date,
): Promise<void> =>
  retryOnConflict(limits.changeSessions, async () => {
    if (sessionId === caller.tokenId) return signOut(store, { caller, hash }, now);
    const { personId } = caller;
    const person = await store.get('person', { personId }, consistent);
    const listed = sessionsSeenBy(caller, person).find(({ tokenId }) => tokenId === sessionId);
    if (!listed) throw new Problem('session_not_found');
    const { tokenHash, organizationId } = listed;
    const [token, member] = await store.load(
      [
        { record: 'token', id: { tokenHash } },
        { record: 'member', id: { organizationId, personId } },
      ] as const,
      consistent,
    );
    if (!token || !isLiveToken(token, member, now.toISOString())) throw new Problem('session_not_found');
    return end(store, { caller, token, person }, now);
  });
