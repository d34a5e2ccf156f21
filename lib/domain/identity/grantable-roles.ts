import { Problem } from '../problem.ts';
import { roles, type Role } from './roles.ts';

/** The roles that a role may assign and remove (docs/adr/0070-members-and-invitations.md). */
const givenRoles: Readonly<Record<Role, readonly Role[]>> = {
  owner: roles,
  admin: ['admin', 'member'],
  billing: [],
  member: [],
};

/** Returns whether a role may assign another one. */
export const mayGrantRole = (giver: Role, role: Role): boolean => givenRoles[giver].includes(role);

/** @throws Problem role_required unless the caller's role may assign and remove all of these roles. */
export const requireMayGrantRole = (caller: { role: Role }, given: readonly Role[]): void => {
  const missing = given.find((role) => !mayGrantRole(caller.role, role));
  if (missing === undefined) return;
  const givers = roles.filter((giver) => given.every((role) => mayGrantRole(giver, role)));
  throw new Problem('role_required', {
    detail: `The role ${caller.role} cannot assign or remove the role ${missing}.`,
    roles: givers,
  });
};
