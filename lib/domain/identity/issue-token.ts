import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import { invalidField } from '../invalid-field.ts';
import type { Change } from '../record-changes.ts';
import { Problem } from '../problem.ts';
import type { AccessPolicy, Instant, Token } from '../records.ts';
import { managers, scopes as allScopes, serviceScopes, type Role, type Scope } from './roles.ts';
import { repositoryScopes } from './repository-reach.ts';
import { tokenEnd, type IssuedKind } from './token-limits.ts';
import { generateToken, tokenHash, tokenHint } from './tokens.ts';

/** The requested token. */
export interface TokenRequest {
  kind: IssuedKind;
  name: string;
  scopes?: readonly Scope[] | undefined;
  expiresInDays?: number | undefined;
  /** Only for a service token; all repositories by default. */
  repositoryIds?: readonly string[] | undefined;
}

/** The person who issues a token, with the scopes of the requesting credential. */
export interface Issuer {
  organizationId: string;
  billingAccountId: string;
  personId: string;
  role: Role;
  scopes: readonly Scope[];
  /** The requesting token; absent for a session. */
  parent?: Token | undefined;
  policy?: AccessPolicy | undefined;
}

/** @throws Problem role_required: a service token acts for a pipeline, so owners and admins issue it. */
export const requireServiceIssuer = (issuer: Pick<Issuer, 'role'>, kind: IssuedKind): void => {
  if (kind === 'service' && !managers.includes(issuer.role)) {
    throw new Problem('role_required', {
      detail: 'Service tokens are issued by owners and admins.',
      roles: managers,
    });
  }
};

/** @throws Problem person_required unless the request has a session, or a personal token issued in one. */
export const requireMayIssueTokens = (parent: Token | undefined): void => {
  if (parent === undefined || (parent.kind === 'personal' && parent.parentHash === undefined)) return;
  throw new Problem('person_required', {
    detail:
      'A token issued with a token cannot issue another one. Use a session, or a personal token issued in one.',
  });
};

/** @throws Problem insufficient_scope: a token never has a scope that the credential of its issuer lacks. */
export const requireScopes = (issuer: Pick<Issuer, 'scopes'>, requested: readonly Scope[]): void => {
  const missing = requested.filter((scope) => !issuer.scopes.includes(scope));
  if (missing.length > 0) {
    throw new Problem('insufficient_scope', {
      detail: `A token cannot have scopes that its issuer lacks: ${missing.join(', ')}.`,
      missing,
    });
  }
};

const scopesFor = (issuer: Issuer, request: TokenRequest): Scope[] => {
  const requested = request.scopes ?? (request.kind === 'service' ? serviceScopes : issuer.scopes);
  requireScopes(issuer, requested);
  if (request.repositoryIds) requireScopes({ scopes: repositoryScopes }, requested);
  return allScopes.filter((scope) => requested.includes(scope));
};

/**
 * @throws Problem validation_failed for a personal token, repository_not_found for a repository that the parent
 * cannot access.
 */
const repositoriesFor = (
  { parent }: Issuer,
  { kind, repositoryIds: asked }: TokenRequest,
): string[] | undefined => {
  const most = parent?.repositoryIds;
  if (asked && kind === 'personal')
    throw invalidField(
      '/repositoryIds',
      'A personal token has the access of its person; limit a service token instead.',
      'not_applicable',
    );
  if (most && asked?.some((repositoryId) => !most.includes(repositoryId)))
    throw new Problem('repository_not_found');
  const given = asked ?? most;
  return given && [...new Set(given)];
};

/** The sort key of a token in the list of issued tokens. */
export const listedAt = (token: Pick<Token, 'organizationId' | 'personId' | 'createdAt'>) => ({
  listedOf: token.organizationId,
  listedBy: `${token.personId}#${token.createdAt}`,
});

/**
 * Makes a new token: the secret for its holder, and the record without it.
 * @param random at least 60 bytes.
 * @throws Problem role_required, person_required, insufficient_scope, repository_not_found or validation_failed.
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
  requireServiceIssuer(issuer, request.kind);
  requireMayIssueTokens(issuer.parent);
  const { organizationId, billingAccountId, personId, parent, policy } = issuer;
  const { kind, name, expiresInDays: days } = request;
  const secret = generateToken(kind, random);
  const repositoryIds = repositoriesFor(issuer, request);
  return {
    secret,
    token: {
      tokenHash: tokenHash(secret),
      tokenId,
      organizationId,
      billingAccountId,
      kind,
      personId,
      name,
      scopes: scopesFor(issuer, request),
      hint: tokenHint(secret),
      createdAt: now,
      expiresAt: tokenEnd({ kind, days }, { policy, parent, now }),
      ...(parent && { parentHash: parent.tokenHash, parentId: parent.tokenId }),
      ...(repositoryIds && { repositoryIds }),
      ...listedAt({ organizationId, personId, createdAt: now }),
    },
  };
};

/** Stores a new token, with an audit event that has its scopes and its person, and nothing about its secret. */
export const storeToken = (caller: Actor, token: Token): Change<'token' | 'auditEvent'>[] => {
  const { organizationId, tokenId, kind, name, personId, scopes, expiresAt, createdAt } = token;
  const { parentId, repositoryIds } = token;
  return [
    { change: 'insert', record: 'token', item: token },
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      at: createdAt,
      action: 'token.issued',
      cause: tokenId,
      target: tokenId,
      after: {
        kind,
        name,
        personId,
        scopes,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(parentId !== undefined && { parentId }),
        ...(repositoryIds && { repositoryIds }),
      },
    }),
  ];
};
