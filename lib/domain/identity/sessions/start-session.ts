import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change, Condition } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs } from '@scangate/domain/instant';
import type { Instant, Member, Organization, Person, PersonSession, Token } from '@scangate/domain/records';
import { scopes } from '../roles.ts';
import { generateToken, tokenHash, tokenHint } from '../tokens.ts';
import { sessionLimits } from './session-policy.ts';

/** The limit of sessions per person; the oldest one ends. */
export const maxSessions = 20;

const maxUserAgentLength = 256;

/** Thrown when the person changed since, by another sign-in. */
export class PersonConflict extends Conflict {}

/** The proof of the person's identity. */
export interface SignedIn {
  /** As stated by the issuer; absent when it does not say. */
  at?: Instant | undefined;
  amr: readonly string[];
  /** The organization whose own issuer vouches for the person. */
  issuerOf?: string | undefined;
  identityHash?: string | undefined;
}

export interface NewSession {
  person: Person;
  /** Set when the person is new: the record is made with the session. */
  isNewPerson?: boolean;
  member: Pick<Member, 'role'>;
  organization: Pick<Organization, 'organizationId' | 'billingAccountId' | 'accessPolicy'>;
  signedIn: SignedIn;
  /** The session that this one replaces. It ends. */
  replaces?: PersonSession | undefined;
  /** The latest end, which is that of the replaced session. */
  endsAt?: Instant | undefined;
  /** The start of the first of the sessions that replaced each other, at the sign-in; absent for a sign-in. */
  startedAt?: Instant | undefined;
  userAgent?: string | undefined;
  tokenId: string;
  /** At least 60 bytes. */
  random: Uint8Array;
  now: Date;
}

type SessionChange = Change<'token' | 'person' | 'auditEvent'>;

/** Ends a session that makes room for another one. The system does it, since no request asks for it. */
const endSession = (
  { tokenHash: hash, tokenId, organizationId }: PersonSession,
  { personId, cause, at }: { personId: string; cause: 'replaced' | 'too_many'; at: Instant },
): SessionChange[] => [
  { change: 'update', record: 'token', id: { tokenHash: hash }, set: { revokedAt: at } },
  auditEvent({
    organizationId,
    actor: { kind: 'system' },
    at,
    action: 'session.ended',
    cause: tokenId,
    target: tokenId,
    before: { personId, cause },
  }),
];

/** The condition that the sessions and identities of a person are as they were read. */
export const personAsRead = ({
  sessionsVersion = 0,
}: Pick<Person, 'sessionsVersion'>): Condition<'sessionsVersion'>[] => [
  sessionsVersion === 0
    ? { field: 'sessionsVersion', is: 'absent' }
    : { field: 'sessionsVersion', is: 'equal', value: sessionsVersion },
];

const storePerson = (
  person: Person,
  { sessions, isNew }: { sessions: PersonSession[]; isNew: boolean },
): SessionChange => {
  const onConflict = () => new PersonConflict('the person');
  const { personId, email, identities, signedUpOrganizationId, sessionsVersion = 0 } = person;
  const fields = { sessions, sessionsVersion: sessionsVersion + 1 };
  return isNew
    ? { change: 'insert', record: 'person', item: { ...person, ...fields }, onConflict }
    : {
        change: 'update',
        record: 'person',
        id: { personId },
        set: {
          ...fields,
          email,
          identities,
          ...(signedUpOrganizationId !== undefined && { signedUpOrganizationId }),
        },
        when: personAsRead(person),
        onConflict,
      };
};

/** The browser as a list shows it: one line of visible text. */
const shownUserAgent = (userAgent: string | undefined): string | undefined =>
  userAgent?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength) || undefined;

const sessionToken = (session: NewSession, secret: string): Token & Required<Pick<Token, 'expiresAt'>> => {
  const { person, organization, signedIn, endsAt, tokenId, now } = session;
  const { idleSeconds, absoluteMs } = sessionLimits(organization.accessPolicy);
  const { at, amr, issuerOf, identityHash } = signedIn;
  const userAgent = shownUserAgent(session.userAgent);
  const startedAt = session.startedAt ?? now.toISOString();
  const longest = addMs(startedAt, absoluteMs);
  return {
    tokenHash: tokenHash(secret),
    tokenId,
    organizationId: organization.organizationId,
    billingAccountId: organization.billingAccountId,
    kind: 'session',
    personId: person.personId,
    name: 'session',
    // The authorizer removes scopes that the current role does not permit.
    scopes: [...scopes],
    hint: tokenHint(secret),
    createdAt: now.toISOString(),
    expiresAt: endsAt !== undefined && endsAt < longest ? endsAt : longest,
    idleUntil: Math.floor(now.getTime() / 1000) + idleSeconds,
    session: {
      ...(at !== undefined && { signedInAt: at }),
      ...(session.startedAt !== undefined && { startedAt }),
      amr: [...amr],
      idleSeconds,
      ...(issuerOf !== undefined && { issuerOf }),
      ...(identityHash !== undefined && { identityHash }),
      ...(userAgent !== undefined && { userAgent }),
    },
  };
};

/**
 * The oldest sessions beyond the limit. A sign-in at an organization's own issuer ends no session of another
 * organization.
 */
const excessOf = (live: readonly PersonSession[], { issuerOf }: SignedIn): PersonSession[] => {
  const counted = issuerOf === undefined ? live : live.filter((known) => known.organizationId === issuerOf);
  return counted.slice(0, Math.max(0, counted.length - maxSessions + 1));
};

/**
 * Starts a session: the secret for the browser's cookie, and the stored records. It ends the session that it
 * replaces, and the oldest one of a person who has too many.
 */
export const startSession = (
  session: NewSession,
): { secret: string; token: Token; changes: SessionChange[] } => {
  const { person, member, signedIn, replaces, random, now } = session;
  const at = now.toISOString();
  const secret = generateToken('session', random);
  const token = sessionToken(session, secret);
  const { tokenId, organizationId, expiresAt } = token;
  const { personId } = person;
  const live = (person.sessions ?? []).filter(
    (known) => known.expiresAt > at && known.tokenHash !== replaces?.tokenHash,
  );
  const excess = excessOf(live, signedIn);
  const sessions = [
    ...live.filter((known) => !excess.includes(known)),
    { tokenHash: token.tokenHash, tokenId, organizationId, expiresAt },
  ];
  const { amr, issuerOf } = signedIn;
  return {
    secret,
    token,
    changes: [
      storePerson(person, { sessions, isNew: session.isNewPerson ?? false }),
      { change: 'insert', record: 'token', item: token },
      auditEvent({
        organizationId,
        actor: { kind: 'person', personId, role: member.role, tokenId },
        at,
        action: 'session.started',
        cause: tokenId,
        target: tokenId,
        after: { amr, ...(issuerOf !== undefined && { ownIssuer: true }) },
      }),
      ...(replaces ? endSession(replaces, { personId, cause: 'replaced', at }) : []),
      ...excess.flatMap((known) => endSession(known, { personId, cause: 'too_many', at })),
    ],
  };
};
