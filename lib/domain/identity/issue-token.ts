import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Problem } from '../problem.ts';
import type { Instant, Token } from '../records.ts';
import {
  managers,
  scopes as allScopes,
  serviceScopes,
  type Role,
  type Scope,
  type TokenKind,
} from './roles.ts';
import { generateToken, tokenHash, tokenHint } from './tokens.ts';

/** The token that somebody asks for. */
export interface TokenRequest {
  kind: TokenKind;
  name: string;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: Instant | undefined;
}

/** The person who issues a token, with the scopes of the credential that asks. */
export interface Issuer {
  organizationId: string;
  billingAccountId: string;
  personId: string;
  role: Role;
  scopes: readonly Scope[];
}

/** @throws Problem role_required: a service token acts for a pipeline, so owners and admins issue it. */
const requireIssuer = (issuer: Issuer, kind: TokenKind): void => {
  if (kind === 'service' && !managers.includes(issuer.role)) {
    throw new Problem('role_required', {
      detail: 'Service tokens are issued by owners and admins.',
      roles: managers,
    });
  }
};

/** @throws Problem insufficient_scope: a token never has a scope that the credential of its issuer lacks. */
const scopesFor = (issuer: Issuer, request: TokenRequest): Scope[] => {
  const requested = request.scopes ?? (request.kind === 'service' ? serviceScopes : issuer.scopes);
  const missing = requested.filter((scope) => !issuer.scopes.includes(scope));
  if (missing.length > 0) {
    throw new Problem('insufficient_scope', {
      detail: `A token cannot have scopes that its issuer lacks: ${missing.join(', ')}.`,
      missing,
    });
  }
  return allScopes.filter((scope) => requested.includes(scope));
};

/**
 * Makes a new token: the secret for its holder, and the record without it.
 * @param random at least 60 bytes.
 * @throws Problem role_required or insufficient_scope.
 */
export const issueToken = ({
  request,
  issuer,
  tokenId,
  random,
  now,
}: {
  request: TokenRequest;
  issuer: Issuer;
  tokenId: string;
  random: Uint8Array;
  now: Instant;
}): { secret: string; token: Token } => {
  requireIssuer(issuer, request.kind);
  const secret = generateToken(request.kind, random);
  return {
    secret,
    token: {
      tokenHash: tokenHash(secret),
      tokenId,
      organizationId: issuer.organizationId,
      billingAccountId: issuer.billingAccountId,
      kind: request.kind,
      personId: issuer.personId,
      name: request.name,
      scopes: scopesFor(issuer, request),
      hint: tokenHint(secret),
      createdAt: now,
      ...(request.expiresAt !== undefined && { expiresAt: request.expiresAt }),
    },
  };
};

/** Stores a new token, with an audit event that has its scopes and its person, and nothing of its secret. */
export const storeToken = (caller: Actor, token: Token): Change<'token' | 'auditEvent'>[] => {
  const { organizationId, tokenId, kind, name, personId, scopes, expiresAt, createdAt } = token;
  return [
    { change: 'insert', record: 'token', item: token },
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at: createdAt,
      action: 'token.issued',
      cause: tokenId,
      target: tokenId,
      after: { kind, name, personId, scopes, ...(expiresAt !== undefined && { expiresAt }) },
    }),
  ];
};
