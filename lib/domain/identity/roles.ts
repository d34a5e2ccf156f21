import type { PlanName } from '../plans/plan-names.ts';
import { Problem } from '../problem.ts';
import type { CiRun, Instant } from '../records.ts';

export const roles = ['owner', 'admin', 'billing', 'member'] as const;
export type Role = (typeof roles)[number];

export const everyRole: readonly Role[] = roles;
export const owners: readonly Role[] = ['owner'];
export const managers: readonly Role[] = ['owner', 'admin'];
/** The roles that may see the subscription and its invoices. */
export const billingReaders: readonly Role[] = ['owner', 'admin', 'billing'];

/** The roles that manage the subscription and pay for it. */
export const billingManagers: readonly Role[] = ['owner', 'billing'];

export const scopes = [
  'repositories:read',
  'repositories:write',
  'scans:read',
  'scans:write',
  'organization:read',
  'organization:write',
  'billing:read',
  'billing:write',
  'tokens:write',
] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of a service token whose issuer states none: what a pipeline needs and no more. */
export const serviceScopes: readonly Scope[] = ['repositories:read', 'scans:read', 'scans:write'];

/** The scopes that a role can use. An endpoint still checks the role itself. The role billing cannot write scans. */
export const scopesOfRole = (role: Role): readonly Scope[] =>
  role === 'billing'
    ? scopes.filter(
        (scope) => !scope.endsWith(':write') || scope === 'billing:write' || scope === 'tokens:write',
      )
    : scopes;

/**
 * `session` is a console login: a person, and not API access. `pipeline` comes from the JWT of a CI, `directory` serves
 * SCIM alone (docs/adr/0021-tokens-and-roles.md).
 */
export const tokenKinds = ['service', 'personal', 'session', 'pipeline', 'directory'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** The sender of a request, as the authorizer established it. */
export interface Caller {
  organizationId: string;
  /** The account that pays: the organization's own, or its parent's. */
  billingAccountId: string;
  personId: string;
  role: Role;
  plan: PlanName;
  tokenKind: TokenKind;
  tokenId: string;
  /** The hash of the credential, by which a token that it makes names it. */
  tokenHash?: string;
  /** When the credential ends by itself; absent for a session, which lives for as long as it is used. */
  credentialEndsAt?: Instant;
  scopes: readonly Scope[];
  /** The repositories that the credential is limited to; any other is 404. */
  repositoryIds?: readonly string[];
  /** The trust rule that made the credential. */
  trustId?: string;
  /** The run of the CI that a pipeline's credential was made for. */
  ci?: CiRun;
  /** When the person of a session proved who they are; absent when the issuer does not say. */
  signedInAt?: Instant;
  /** The organization whose own issuer vouches for the person of a session. */
  issuerOf?: string;
  /** A token made the credential, so that it makes nothing itself. */
  madeByToken?: true;
  /** The organization leaves: its owners export or restore it, and nothing else. */
  closing?: true;
  /** The event types and patterns that subscribers of the organization want. */
  listens?: readonly string[];
}

/** @throws Problem insufficient_scope */
export const requireScopes = (caller: Pick<Caller, 'scopes'>, needed: readonly Scope[]): void => {
  const missing = needed.filter((scope) => !caller.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new Problem('insufficient_scope', { detail: `The credential lacks ${missing.join(', ')}.`, missing });
};

/** @throws Problem insufficient_scope, else role_required: a missing scope is the more specific answer. */
export const requireAccess = (
  caller: Pick<Caller, 'role' | 'scopes'>,
  needed: { roles: readonly Role[]; scopes: readonly Scope[] },
): void => {
  requireScopes(caller, needed.scopes);
  if (!needed.roles.includes(caller.role)) {
    throw new Problem('role_required', {
      detail: `This needs the role ${needed.roles.join(' or ')}.`,
      roles: needed.roles,
    });
  }
};

/** @throws Problem person_required for the credential of a pipeline. */
export const requirePerson = ({ tokenKind }: Pick<Caller, 'tokenKind'>): void => {
  if (tokenKind === 'session' || tokenKind === 'personal') return;
  throw new Problem('person_required', {
    detail: 'This needs a session or a personal token: no pipeline opens the gate that judges it.',
  });
};

/**
 * Refuses a kind of credential where another belongs. A directory's token serves SCIM alone, and nothing else does.
 * @throws Problem unauthenticated
 */
export const requireCredential = (
  { tokenKind }: Pick<Caller, 'tokenKind'>,
  { session, credential }: { session?: true; credential?: 'directory' },
): void => {
  const isDirectory = tokenKind === 'directory';
  if (isDirectory !== (credential === 'directory')) throw new Problem('unauthenticated');
  if (session && tokenKind !== 'session')
    throw new Problem('unauthenticated', { detail: 'This needs a session, by its cookie.' });
};

/** @throws Problem conflict while the organization leaves. */
export const requireStaying = ({ closing }: Pick<Caller, 'closing'>): void => {
  if (!closing) return;
  throw new Problem('conflict', {
    detail: 'The organization is closing. Its owners can export its data or restore it.',
  });
};

/** @throws Problem person_required for a token that a token made: what it made would outlive it. */
export const requireMaker = ({ madeByToken }: Pick<Caller, 'madeByToken'>): void => {
  if (!madeByToken) return;
  throw new Problem('person_required', {
    detail:
      'A token that a token made makes nothing that outlives it. Use a session, or a token that a session made.',
  });
};

/** Whether another organization pays for this one. */
export const isClientOrganization = (caller: Pick<Caller, 'organizationId' | 'billingAccountId'>): boolean =>
  caller.billingAccountId !== caller.organizationId;

/** @throws Problem managed_by_parent for a client organization: its parent reads and changes the billing. */
export const requireOwnAccount = (caller: Pick<Caller, 'organizationId' | 'billingAccountId'>): void => {
  if (isClientOrganization(caller))
    throw new Problem('managed_by_parent', {
      detail: 'The billing of this organization is managed by its parent.',
    });
};
