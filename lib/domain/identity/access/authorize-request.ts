import { requireApiAccess, requireCapability, type Capability } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import { requireRecentSignIn } from './recent-sign-in.ts';
import type { Role, Scope } from '../roles.ts';
import {
  requireAccess,
  requireCredential,
  requireOwnAccount,
  requirePerson,
  requireNotClosing,
} from './require-access.ts';
import type { Caller } from '../caller.ts';

/** The requirements of an endpoint on its callers; `EndpointSpec` explains each. */
export interface PermissionNeeded {
  roles: readonly Role[];
  scopes: readonly Scope[];
  session?: true;
  credential?: 'directory';
  person?: true;
  wholeOrganization?: true;
  recent?: true;
  whileClosing?: true;
  managedByParent?: true;
  capability?: Capability;
}

export interface PermissionContext {
  /** Returns whether a call of the endpoint by a token is API access. */
  isApi: boolean;
  now: Date;
}

/** @throws Problem insufficient_scope for endpoints that are not divided by repositories. */
const requireWhole = ({ repositoryIds }: Caller): void => {
  if (!repositoryIds) return;
  throw new Problem('insufficient_scope', {
    detail: 'This needs the whole organization, but the credential is limited to repositories.',
  });
};

/**
 * Refuses a caller whom an endpoint does not permit, in the documented order: 403, 409 of a closing organization, 402 of the
 * plan. The kind of the credential is checked before (`requireCredential`).
 */
export const authorizeRequest = (
  caller: Caller,
  needed: PermissionNeeded,
  { isApi, now }: PermissionContext,
): void => {
  if (needed.person) requirePerson(caller);
  requireAccess(caller, needed);
  if (needed.wholeOrganization) requireWhole(caller);
  if (needed.recent) requireRecentSignIn(caller, now);
  if (!needed.whileClosing) requireNotClosing(caller);
  if (needed.managedByParent) requireOwnAccount(caller);
  if (needed.capability) requireCapability(caller.plan, needed.capability);
  if (isApi) requireApiAccess(caller);
};

/** Returns whether an endpoint permits a caller; a long response checks this again while it is sent. */
export const isPermitted = (
  caller: Caller,
  needed: PermissionNeeded,
  context: PermissionContext,
): boolean => {
  try {
    requireCredential(caller, needed);
    authorizeRequest(caller, needed, context);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};
