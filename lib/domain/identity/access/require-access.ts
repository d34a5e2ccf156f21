import { Problem } from '@scangate/domain/problem';
import { isClientOrganization, type Caller } from '../caller.ts';
import type { Role, Scope } from '../roles.ts';

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
    detail: 'This needs a session or a personal token: no pipeline may change its own gate.',
  });
};

/**
 * Refuses a kind of credential where another is required. A directory's token only gives access to SCIM, and no
 * other credential does.
 * @throws Problem unauthenticated
 */
export const requireCredential = (
  { tokenKind }: Pick<Caller, 'tokenKind'>,
  { session, credential }: { session?: true; credential?: 'directory' },
): void => {
  const isDirectory = tokenKind === 'directory';
  if (isDirectory !== (credential === 'directory')) throw new Problem('unauthenticated');
  if (session && tokenKind !== 'session')
    throw new Problem('unauthenticated', { detail: 'This needs a session cookie.' });
};

/** @throws Problem conflict while the organization is closing. */
export const requireNotClosing = ({ closing }: Pick<Caller, 'closing'>): void => {
  if (!closing) return;
  throw new Problem('conflict', {
    detail: 'The organization is closing. Its owners can export its data or restore it.',
  });
};

/** @throws Problem person_required for a token that was issued with a token: whatever it made would outlive it. */
export const requireNotIssuedByToken = ({ madeByToken }: Pick<Caller, 'madeByToken'>): void => {
  if (!madeByToken) return;
  throw new Problem('person_required', {
    detail: 'A token issued with a token cannot create this. Use a session, or a token issued in one.',
  });
};

/** @throws Problem managed_by_parent for a client organization: its parent reads and changes the billing. */
export const requireOwnAccount = (caller: Pick<Caller, 'organizationId' | 'billingAccountId'>): void => {
  if (isClientOrganization(caller))
    throw new Problem('managed_by_parent', {
      detail: 'The billing of this organization is managed by its parent.',
    });
};
