import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { base62Digit, crc32Base62 } from '@scangate/engines/model/base62-checksum';
import { sha256 } from '@scangate/engines/model/digest';
import type { Instant, Token } from '../records.ts';
import type { TokenKind } from './roles.ts';

/** `sgs_` service, `sgp_` personal, `sgc_` console session; then 30 base62 characters and 6 of checksum. */
const prefixes: Record<TokenKind, string> = { service: 'sgs_', personal: 'sgp_', session: 'sgc_' };
const secretLength = 30;
const checksumLength = 6;
const form = /^sg[spc]_[0-9A-Za-z]{36}$/;

/**
 * A token from random bytes.
 * @param random at least 60 bytes: those above 247 are skipped, so that every character is equally likely.
 */
export const generateToken = (kind: TokenKind, random: Uint8Array): string => {
  const characters = [...random].filter((byte) => byte < 248).slice(0, secretLength);
  if (characters.length < secretLength) throw new Error('not enough randomness for a token');
  const body = prefixes[kind] + characters.map(base62Digit).join('');
  return body + crc32Base62(body);
};

/** Whether a text has the form and checksum of a token: tells typing errors and other secrets before any read. */
export const isWellFormedToken = (text: string): boolean =>
  form.test(text) && crc32Base62(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

/** All that is kept of a token. */
export const tokenHash = (token: string): string => sha256(token);

/** Enough to tell tokens apart in a list, far too little to guess one. */
export const tokenHint = (token: string): string => `${token.slice(0, 8)}…`;

/** Whether a stored token still speaks for its person. A person who left and came back starts with new tokens. */
export const isLiveToken = (
  token: Pick<Token, 'expiresAt' | 'revokedAt' | 'createdAt'>,
  member: { joinedAt: string; removedAt?: string } | undefined,
  now: string,
): boolean =>
  token.revokedAt === undefined &&
  (token.expiresAt === undefined || token.expiresAt > now) &&
  member !== undefined &&
  member.removedAt === undefined &&
  token.createdAt >= member.joinedAt;

/** From this moment on it is not accepted any more. Refused when it is revoked already. */
export const revokeToken = (
  caller: Actor,
  { organizationId, tokenHash: hash, tokenId, kind, name, personId }: Token,
  now: Instant,
): Change<'token' | 'auditEvent'>[] => [
  {
    change: 'update',
    record: 'token',
    id: { tokenHash: hash },
    set: { revokedAt: now },
    when: [{ field: 'revokedAt', is: 'absent' }],
  },
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

/** How a token looks in lists: everything but its hash and its secret. */
export const tokenView = (token: Token) => ({
  tokenId: token.tokenId,
  kind: token.kind,
  name: token.name,
  personId: token.personId,
  scopes: token.scopes,
  hint: token.hint,
  createdAt: token.createdAt,
  ...(token.expiresAt !== undefined && { expiresAt: token.expiresAt }),
  ...(token.lastUsedAt !== undefined && { lastUsedAt: token.lastUsedAt }),
  ...(token.revokedAt !== undefined && { revokedAt: token.revokedAt }),
});
