import { actorIn, auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { Instant, Member, Person, PersonSession, Token } from '@scangate/domain/records';
import type { Caller } from '../caller.ts';
import { mayGrantRole } from '../grantable-roles.ts';
import { roles } from '../roles.ts';
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

/** Lists the sessions that a caller sees: an organization's own issuer only vouches for the person there. */
export const sessionsSeenBy = (
  { issuerOf }: Pick<Caller, 'issuerOf'>,
  person: Person | undefined,
): PersonSession[] =>
  (person?.sessions ?? []).filter(
    ({ organizationId }) => issuerOf === undefined || organizationId === issuerOf,
  );

/** Lists all but the one session that asks, and of another person those in the organization of the caller. */
export const sessionsToEnd = (caller: Caller, person: Person | undefined): PersonSession[] =>
  sessionsSeenBy(caller, person).filter(({ tokenId, organizationId }) =>
    person?.personId === caller.personId
      ? tokenId !== caller.tokenId
      : organizationId === caller.organizationId,
  );

/** @throws Problem role_required unless the caller may remove the member, too. */
export const requireMayEndSessions = (caller: Pick<Caller, 'role'>, { role }: Pick<Member, 'role'>): void => {
  if (mayGrantRole(caller.role, role)) return;
  throw new Problem('role_required', {
    detail: `The role ${caller.role} cannot end the sessions of the role ${role}.`,
    roles: roles.filter((giver) => mayGrantRole(giver, role)),
  });
};

/** Removes sessions from the list of their person, if the person has a list. */
const unlist = (person: Person | undefined, ended: readonly Token[]): Change<'person'>[] => {
  if (!person?.sessions || person.sessionsVersion === undefined) return [];
  const { personId, sessions, sessionsVersion } = person;
  return [
    {
      change: 'update',
      record: 'person',
      id: { personId },
      set: {
        sessions: sessions.filter((listed) => ended.every(({ tokenHash }) => listed.tokenHash !== tokenHash)),
        sessionsVersion: sessionsVersion + 1,
      },
      when: [{ field: 'sessionsVersion', is: 'equal', value: sessionsVersion }],
      onConflict: () => new PersonConflict('the person'),
    },
  ];
};

const endSession = (
  caller: Caller,
  { organizationId, tokenId, tokenHash, personId: ofPerson }: Token,
  now: Instant,
): Change<'token' | 'auditEvent'>[] => [
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
    actor: actorIn(organizationId, caller),
    at: now,
    action: 'session.ended',
    cause: tokenId,
    target: tokenId,
    before: { personId: ofPerson, cause: ofPerson === caller.personId ? 'signed_out' : 'ended_by_manager' },
  }),
];

/** Ends sessions of one person, whatever organizations they have opened. */
export const endSessions = (
  { caller, person, tokens }: { caller: Caller; person: Person | undefined; tokens: readonly Token[] },
  now: Instant,
): Change<'person' | 'token' | 'auditEvent'>[] => [
  ...unlist(person, tokens),
  ...tokens.flatMap((token) => endSession(caller, token, now)),
];
