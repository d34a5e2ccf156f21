import { auditEvent, type Actor } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Person, Token } from '@scangate/domain/records';
import { PersonConflict } from './start-session.ts';

/** A session as its person sees it, without its hash and its secret. */
export const sessionView = (token: Token, currentId: string) => {
  const { tokenId, organizationId, createdAt, lastUsedAt, session, idleUntil, expiresAt } = token;
  return {
    sessionId: tokenId,
    organizationId,
    current: tokenId === currentId,
    createdAt,
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ...(session?.signedInAt !== undefined && { signedInAt: session.signedInAt }),
    ...(session?.userAgent !== undefined && { userAgent: session.userAgent }),
    ...(idleUntil !== undefined && { idleUntil: new Date(idleUntil * 1000).toISOString() }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
};

/** Removes a session from the list of its person, if the person has a list. */
const unlist = (person: Person | undefined, tokenHash: string): Change<'person'>[] => {
  if (!person?.sessions || person.sessionsVersion === undefined) return [];
  const { personId, sessions, sessionsVersion } = person;
  return [
    {
      change: 'update',
      record: 'person',
      id: { personId },
      set: {
        sessions: sessions.filter((listed) => listed.tokenHash !== tokenHash),
        sessionsVersion: sessionsVersion + 1,
      },
      when: [{ field: 'sessionsVersion', is: 'equal', value: sessionsVersion }],
      onConflict: () => new PersonConflict('the person'),
    },
  ];
};

/** Ends a session of the caller, whatever organization it has opened. */
export const endOwnSession = (
  { caller, token, person }: { caller: Actor; token: Token; person: Person | undefined },
  now: Instant,
): Change<'person' | 'token' | 'auditEvent'>[] => {
  const { organizationId, tokenId, tokenHash } = token;
  const { personId, role } = caller;
  return [
    ...unlist(person, tokenHash),
    {
      change: 'update',
      record: 'token',
      id: { tokenHash },
      set: { revokedAt: now },
      when: [{ field: 'revokedAt', is: 'absent' }],
      onConflict: () => new PersonConflict('the session'),
    },
    auditEvent({
      organizationId,
      actor: { kind: 'person', personId, role, tokenId: caller.tokenId },
      at: now,
      action: 'session.ended',
      cause: tokenId,
      target: tokenId,
      before: { personId, cause: 'signed_out' },
    }),
  ];
};
