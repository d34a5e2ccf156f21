import { sha256 } from '@scangate/engines/model/digest';
import { actorOf, auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { ExchangeMinute, Token, UsedCredential } from '@scangate/domain/records';
import { requireNotErased } from '@scangate/domain/offboarding/require-not-erased';
import { generateToken, tokenHash, tokenHint } from '../tokens.ts';
import { ciRunOf, shownText } from './ci-run.ts';
import type { Exchange, ExchangeRefused } from './decide-exchange.ts';
import type { Jwt } from './jwt.ts';
import { ciProviderSpecs } from './ci-providers/index.ts';
import { textClaim } from './ci-providers/provider.ts';

type ExchangeChange = Change<'token' | 'usedCredential' | 'trustRule' | 'exchangeMinute' | 'auditEvent'>;

/** A pipeline is done by then, or exchanges again. */
const tokenLifeMs = 15 * minuteMs;

/** Thrown when another exchange was written since the records were read. */
class ExchangeConflict extends Conflict {
  constructor() {
    super('another JWT was exchanged meanwhile');
  }
}

/** Identifies a JWT: by its id if it has one, else by its signed content. Two encodings of a signature are one JWT. */
export const credentialHashOf = ({ issuer, claims, signingInput }: Jwt): string => {
  const id = textClaim(claims, 'jti');
  return sha256(JSON.stringify(id === undefined ? ['input', signingInput] : ['id', issuer, id]));
};

/** The number of the minute of an instant. */
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / minuteMs);

/**
 * The counts of attempts. Anybody at a public issuer can get JWTs that no rule matches: these do not use up the
 * limit of the others.
 */
type Attempt = 'exchanges' | 'unmatched';

/** @throws Problem rate_limited once the organization has reached its limit of such attempts in this minute. */
export const requireRate = (
  counted: ExchangeMinute | undefined,
  { attempt, limit }: { attempt: Attempt; limit: number },
  now: Date,
): void => {
  if ((counted?.[attempt] ?? 0) < limit) return;
  const retryAfterSeconds = Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000);
  throw new Problem('rate_limited', {
    detail: `The pipelines of the organization can exchange at most ${limit} JWTs a minute.`,
    retryAfterSeconds,
  });
};

/** Counts an attempt with a verified JWT, whether it is exchanged or not. */
const countAttempt = (
  organizationId: string,
  { counted, attempt }: { counted: ExchangeMinute | undefined; attempt: Attempt },
  now: Date,
): Change<'exchangeMinute'> => {
  const id = { organizationId, minute: minuteOf(now) };
  const expiresAt = addMs(now, minuteMs);
  return counted
    ? { change: 'update', record: 'exchangeMinute', id, add: { [attempt]: 1 } }
    : {
        change: 'insert',
        record: 'exchangeMinute',
        item: { ...id, exchanges: 0, unmatched: 0, [attempt]: 1, expiresAt },
        onConflict: () => new ExchangeConflict(),
      };
};

const countUse = (
  jwt: Jwt,
  { used, uses, endsAt }: { used: UsedCredential | undefined; uses: number; endsAt: Date },
): Change<'usedCredential'> => {
  const onConflict = () => new ExchangeConflict();
  const credentialHash = credentialHashOf(jwt);
  return used
    ? {
        change: 'update',
        record: 'usedCredential',
        id: { credentialHash },
        add: { uses: 1 },
        when: [{ field: 'uses', is: 'atMost', value: uses - 1 }],
        onConflict,
      }
    : {
        change: 'insert',
        record: 'usedCredential',
        item: { credentialHash, uses: 1, expiresAt: endsAt.toISOString() },
        onConflict,
      };
};

/** The records in which an exchange is counted. */
export interface Counters {
  used: UsedCredential | undefined;
  minute: ExchangeMinute | undefined;
}

/** The time of the last use is exact to the hour, which saves a write of nearly every exchange. */
const noteUse = ({ rule }: Exchange, now: Date): Change<'trustRule'>[] => {
  const { organizationId, trustId, lastUsedAt } = rule;
  if (lastUsedAt !== undefined && addMs(lastUsedAt, hourMs) > now.toISOString()) return [];
  return [
    {
      change: 'update',
      record: 'trustRule',
      id: { organizationId, trustId },
      set: { lastUsedAt: now.toISOString() },
    },
  ];
};

const newToken = (
  { rule, scopes, repositoryIds }: Exchange,
  {
    jwt,
    billingAccountId,
    tokenId,
    secret,
  }: { jwt: Jwt; billingAccountId: string; tokenId: string; secret: string },
  now: Date,
): Token => ({
  tokenHash: tokenHash(secret),
  tokenId,
  organizationId: rule.organizationId,
  billingAccountId,
  kind: 'pipeline',
  trustId: rule.trustId,
  personId: rule.personId,
  name: rule.name,
  scopes,
  ...(repositoryIds && { repositoryIds }),
  hint: tokenHint(secret),
  ci: ciRunOf(rule.provider, jwt.claims),
  createdAt: now.toISOString(),
  expiresAt: addMs(now, tokenLifeMs),
});

/** The subject of the JWT for an event; it is only shown, never trusted. */
const shownSubject = ({ claims }: Jwt) => {
  const subject = textClaim(claims, 'sub');
  return subject === undefined ? {} : { subject: shownText(subject) };
};

/**
 * Makes the token of an exchange, and all records that are written with it: all of them, or none.
 * @param order.random at least 60 bytes.
 */
export const recordExchange = (
  exchange: Exchange,
  order: {
    jwt: Jwt;
    endsAt: Date;
    counters: Counters;
    billingAccountId: string;
    tokenId: string;
    random: Uint8Array;
  },
  now: Date,
): { secret: string; token: Token; changes: ExchangeChange[] } => {
  const { rule, role } = exchange;
  const { jwt, endsAt, counters } = order;
  const secret = generateToken('pipeline', order.random);
  const token = newToken(exchange, { ...order, secret }, now);
  const { tokenId, scopes, repositoryIds, ci, expiresAt } = token;
  const { organizationId, trustId, personId } = rule;
  const { uses } = ciProviderSpecs[rule.provider];
  return {
    secret,
    token,
    changes: [
      countUse(jwt, { used: counters.used, uses, endsAt }),
      { change: 'insert', record: 'token', item: token },
      countAttempt(organizationId, { counted: counters.minute, attempt: 'exchanges' }, now),
      ...noteUse(exchange, now),
      auditEvent({
        organizationId,
        actor: actorOf({ personId, role, tokenId }),
        at: token.createdAt,
        action: 'oidc.exchanged',
        cause: tokenId,
        target: trustId,
        after: {
          issuer: rule.issuer,
          ...shownSubject(jwt),
          ci,
          scopes,
          ...(repositoryIds && { repositoryIds }),
          expiresAt,
        },
      }),
    ],
  };
};

/**
 * Records a verified JWT that was not exchanged, with the rule and the claim, for those who manage the rules. Nothing is written
 * once the erasure of the organization has begun.
 */
export const recordRefusal = (
  { reason, trustId, claim }: ExchangeRefused,
  {
    organizationId,
    jwt,
    minute,
    attempt,
    eventId,
  }: {
    organizationId: string;
    jwt: Jwt;
    minute: ExchangeMinute | undefined;
    attempt: Attempt;
    eventId: string;
  },
  now: Date,
): (ExchangeChange | Change<'organization'>)[] => [
  requireNotErased(organizationId),
  countAttempt(organizationId, { counted: minute, attempt }, now),
  auditEvent({
    organizationId,
    actor: { kind: 'system' },
    at: now.toISOString(),
    action: 'oidc.refused',
    cause: eventId,
    ...(trustId !== undefined && { target: trustId }),
    after: {
      reason,
      ...(claim !== undefined && { claim: shownText(claim) }),
      issuer: jwt.issuer,
      ...shownSubject(jwt),
    },
  }),
];
