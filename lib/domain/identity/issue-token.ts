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

export interface TokenRequest {
  kind: TokenKind;
  name: string;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: Instant | undefined;
}

/** Who issues: a token can never do more than the credential that asked for it. */
export interface Issuer {
  organizationId: string;
  personId: string;
  role: Role;
  scopes: readonly Scope[];
}

/** Service tokens speak for a pipeline: owners and admins issue them (api.md, "Organization"). */
const requireIssuer = (issuer: Issuer, kind: TokenKind): void => {
  if (kind === 'service' && !managers.includes(issuer.role)) {
    throw new Problem('role_required', {
      detail: 'Service tokens are issued by owners and admins.',
      roles: managers,
    });
  }
};

const scopesFor = (issuer: Issuer, order: TokenRequest): Scope[] => {
  const wanted = order.scopes ?? (order.kind === 'service' ? serviceScopes : issuer.scopes);
  const missing = wanted.filter((scope) => !issuer.scopes.includes(scope));
  if (missing.length > 0) {
    throw new Problem('insufficient_scope', {
      detail: `A token cannot have scopes that its issuer lacks: ${missing.join(', ')}.`,
      missing,
    });
  }
  return allScopes.filter((scope) => wanted.includes(scope));
};

/** A new token: the secret for its holder, and the record without it. */
export const issueToken = (
  order: TokenRequest,
  issuer: Issuer,
  identity: { tokenId: string; random: Uint8Array },
  now: Instant,
): { secret: string; token: Token } => {
  requireIssuer(issuer, order.kind);
  const secret = generateToken(order.kind, identity.random);
  return {
    secret,
    token: {
      tokenHash: tokenHash(secret),
      tokenId: identity.tokenId,
      organizationId: issuer.organizationId,
      kind: order.kind,
      personId: issuer.personId,
      name: order.name,
      scopes: scopesFor(issuer, order),
      hint: tokenHint(secret),
      createdAt: now,
      ...(order.expiresAt !== undefined && { expiresAt: order.expiresAt }),
    },
  };
};

/** Keeps a token that somebody issued, and tells of it: what it may do and for whom, nothing of its secret. */
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
