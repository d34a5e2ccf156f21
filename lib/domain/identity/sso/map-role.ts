import type { SsoSettings } from '@scangate/domain/records';
import type { Role } from '../roles.ts';

/** The order of precedence when values give several roles. */
const order = ['admin', 'billing', 'member'] as const satisfies readonly Role[];

/**
 * Returns the role that claims or attributes give; `member` where none of the values has one. Nobody becomes an owner.
 * @returns undefined for settings without roles.
 */
export const mapRole = (
  roles: SsoSettings['roles'],
  claims: Readonly<Record<string, readonly string[]>> = {},
): Exclude<Role, 'owner'> | undefined => {
  if (!roles) return undefined;
  const values = Object.hasOwn(claims, roles.claim) ? (claims[roles.claim] ?? []) : [];
  const given = new Set(
    values.map((value) => (Object.hasOwn(roles.values, value) ? roles.values[value] : undefined)),
  );
  return order.find((role) => given.has(role)) ?? 'member';
};
