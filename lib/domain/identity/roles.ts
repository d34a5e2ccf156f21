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

/**
 * Returns the scopes that a role can use. An endpoint still checks the role itself. The role billing cannot write
 * scans.
 */
export const scopesOfRole = (role: Role): readonly Scope[] =>
  role === 'billing'
    ? scopes.filter(
        (scope) => !scope.endsWith(':write') || scope === 'billing:write' || scope === 'tokens:write',
      )
    : scopes;
