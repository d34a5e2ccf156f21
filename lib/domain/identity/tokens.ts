import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { base62Digit, crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { sha256 } from '@scangate/engines/model/digest';
import type { Instant, Token } from '../records.ts';
import { endCredentials } from './revocation/end-credentials.ts';
import { tokenKinds, type TokenKind } from './caller.ts';

/** Secrets of links, and of command lines that wait for a token; requests cannot use them as credentials. */
type SecretKind = 'invitation' | 'link' | 'device';

/** A token is a prefix, 30 base62 characters and a checksum of 6 (docs/adr/0021-tokens-and-roles.md). */
const prefixes: Record<TokenKind | SecretKind, string> = {
  service: 'sgs_',
  personal: 'sgp_',
  session: 'sgc_',
  pipeline: 'sgw_',
  directory: 'sgd_',
  invitation: 'sgi_',
  link: 'sgl_',
  device: 'sgv_',
};
const secretLength = 30;
const checksumLength = 6;
const tokenPattern = /^sg[spcwdilv]_[0-9A-Za-z]{36}$/;
const prefixLength = 4;

/** 4 × 62 - 1: up to here, each base62 digit corresponds to equally many bytes. */
const largestUnbiasedByte = 247;

/**
 * Makes a token from random bytes. Bytes above 247 are skipped, so that every character is equally likely.
 * @param random at least 60 bytes.
 * @throws Error when too few of the bytes can be used.
 */
export const generateToken = (kind: TokenKind | SecretKind, random: Uint8Array): string => {
  const characters = [...random].filter((byte) => byte <= largestUnbiasedByte).slice(0, secretLength);
  if (characters.length < secretLength) throw new Error('not enough randomness for a token');
  const body = prefixes[kind] + characters.map(base62Digit).join('');
  return body + crc32Base62(body);
};

/**
 * Returns whether a text has the form and checksum of a token. It rejects typing errors and other secrets before any
 * read.
 */
export const isWellFormedToken = (text: string): boolean =>
  tokenPattern.test(text) && crc32Base62(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** Whether a text has the form of the secret of a link to an auditor pack. */
export const isLinkSecret = (text: string): boolean =>
  text.startsWith(prefixes.link) && isWellFormedToken(text);

/** Returns the kind that a credential claims to be; a link is not a kind that a request can use. */
export const kindOfToken = (token: string): TokenKind | undefined =>
  tokenKinds.find((kind) => prefixes[kind] === token.slice(0, prefixLength));

/** The only form in which a token is stored. */
export const tokenHash = (token: string): string => sha256(token);

/** The first characters: enough to distinguish tokens in a list, far too few to guess one. */
export const tokenHint = (token: string): string => `${token.slice(0, 8)}…`;

/** Returns whether a session ended because it was not used. Other tokens never do. */
const isIdle = ({ idleUntil }: Pick<Token, 'idleUntil'>, now: Instant): boolean =>
  idleUntil !== undefined && idleUntil * 1000 <= Date.parse(now);

/** Returns whether a token is neither revoked nor expired, nor a session that was idle for too long. */
export const isCurrentToken = (
  token: Pick<Token, 'revokedAt' | 'expiresAt' | 'idleUntil'>,
  now: Instant,
): boolean =>
  token.revokedAt === undefined &&
  (token.expiresAt === undefined || token.expiresAt > now) &&
  !isIdle(token, now);

/** Returns whether a stored token is accepted. A person who left and returned starts with new tokens. */
export const isLiveToken = (
  token: Pick<Token, 'expiresAt' | 'revokedAt' | 'createdAt' | 'handedOverAt' | 'idleUntil'>,
  member: { joinedAt: string; removedAt?: string } | undefined,
  now: string,
): boolean =>
  isCurrentToken(token, now) &&
  member !== undefined &&
  member.removedAt === undefined &&
  (token.handedOverAt ?? token.createdAt) >= member.joinedAt;

/** Revokes a token from now on. The condition fails when it is already revoked. */
export const revokeToken = (
  caller: Actor,
  { organizationId, tokenHash: hash, tokenId, kind, name, personId }: Token,
  now: Instant,
): Change<'token' | 'endedCredentials' | 'auditEvent'>[] => [
  {
    change: 'update',
    record: 'token',
    id: { tokenHash: hash },
    set: { revokedAt: now },
    when: [{ field: 'revokedAt', is: 'absent' }],
  },
  endCredentials(organizationId, tokenId, now),
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    at: now,
    action: 'token.revoked',
    cause: tokenId,
    target: tokenId,
    before: { kind, name, personId },
  }),
];

/** A token as lists show it, without its hash and its secret. */
export const tokenView = (token: Token) => ({
  tokenId: token.tokenId,
  kind: token.kind,
  name: token.name,
  personId: token.personId,
  scopes: token.scopes,
  hint: token.hint,
  ...(token.parentId !== undefined && { parentId: token.parentId }),
  ...(token.repositoryIds && { repositoryIds: token.repositoryIds }),
  createdAt: token.createdAt,
  ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
  ...(token.lastUsedAt !== undefined && { lastUsedAt: token.lastUsedAt }),
  ...(token.revokedAt !== undefined && { revokedAt: token.revokedAt }),
});
