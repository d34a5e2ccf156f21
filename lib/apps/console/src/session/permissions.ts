import type { Capability, Role, Session } from './session.ts';

export const managers: readonly Role[] = ['owner', 'admin'];
export const billingReaders: readonly Role[] = ['owner', 'admin', 'billing'];
export const billingManagers: readonly Role[] = ['owner', 'billing'];
export const owners: readonly Role[] = ['owner'];
/** The roles that scan, connect and waive. */
export const scanners: readonly Role[] = ['owner', 'admin', 'member'];

/** The needs of a page or a button. */
export interface Requirement {
  capability?: Capability | undefined;
  roles?: readonly Role[] | undefined;
  /** A client organization has no part in it: its parent pays. */
  notForClients?: boolean | undefined;
}

export type Access =
  | { kind: 'permitted' }
  | { kind: 'locked'; capability: Capability }
  | { kind: 'forbidden'; roles: readonly Role[] }
  | { kind: 'managed-by-parent' };

/**
 * Decides what a session may see. The role is checked first: people who may not use a page need not see what it
 * costs.
 */
export const accessTo = (
  { capability, roles, notForClients }: Requirement,
  session: Pick<Session, 'role' | 'capabilities' | 'organization'>,
): Access => {
  if (roles && !roles.includes(session.role)) return { kind: 'forbidden', roles };
  if (notForClients === true && session.organization.isClient) return { kind: 'managed-by-parent' };
  if (capability && !session.capabilities.includes(capability)) return { kind: 'locked', capability };
  return { kind: 'permitted' };
};

export const isPermitted = (
  requirement: Requirement,
  session: Pick<Session, 'role' | 'capabilities' | 'organization'>,
): boolean => accessTo(requirement, session).kind === 'permitted';
