import type { Role } from '@scangate/console/session/session.ts';

const everyRole: readonly Role[] = ['member', 'admin', 'billing', 'owner'];
const adminsRoles: readonly Role[] = ['member', 'admin'];

/** The roles that a person can give: owners every one, admins member and admin. */
export const rolesToGive = (own: Role): readonly Role[] => {
  if (own === 'owner') return everyRole;
  return own === 'admin' ? adminsRoles : [];
};

/** The roles that can be given to a person who has another one; none for a person out of reach. */
export const rolesToChangeTo = (own: Role, current: Role): readonly Role[] => {
  const roles = rolesToGive(own);
  return roles.includes(current) ? roles.filter((role) => role !== current) : [];
};

/** Whether the caller can remove a person. Anyone can leave. */
export const canRemove = (own: Role, { role, isSelf }: { role: Role; isSelf: boolean }): boolean =>
  isSelf || rolesToGive(own).includes(role);
