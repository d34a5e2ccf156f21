import { approveDeviceLogin, denyDeviceLogin } from '#app/identity/device/decide-device-login.ts';
import { listAll, type Store } from '#ports/store.ts';
import { planAt } from '@scangate/domain/plans/entitlements';
import { scopesOfRole, type Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { DeviceInput } from '../control/organization-routes.ts';

const notFound = (detail: string) => new Problem('not_found', { detail });

/** The member with the role who joined first, as if they had just signed in. */
const sessionOf = async (
  store: Store,
  { organizationId, role }: { organizationId: string; role: Role },
  now: Date,
): Promise<Caller> => {
  const organization = await store.get('organization', { organizationId });
  const accountId = organization?.billingAccountId ?? organizationId;
  const account = organization && (await store.get('account', { accountId }));
  if (!organization || !account) throw notFound('No such organization.');
  const members = await Array.fromAsync(listAll(store, { list: 'members', owner: { organizationId } }));
  const [member] = members
    .filter((one) => one.removedAt === undefined && one.role === role)
    .toSorted((one, other) => one.joinedAt.localeCompare(other.joinedAt));
  if (!member) throw notFound(`The organization has no ${role}.`);
  const { personId } = member;
  return {
    organizationId,
    billingAccountId: accountId,
    personId,
    role,
    plan: planAt(account, now.toISOString()),
    tokenKind: 'session',
    tokenId: 'local',
    scopes: scopesOfRole(role),
    signedInAt: now.toISOString(),
  };
};

/**
 * Approves or denies a command line on behalf of a member, as the console's page does.
 * @throws Problem not_found when the organization does not exist, otherwise as the endpoint.
 */
export const decideDevice = async (
  store: Store,
  { userCode, organizationId, role, scopes, expiresInDays, deny }: DeviceInput,
  now: Date,
): Promise<object> => {
  if (organizationId === undefined) throw notFound('There is no demo: name an organizationId.');
  const caller = await sessionOf(store, { organizationId, role }, now);
  if (deny) return denyDeviceLogin(store, { caller, userCode }, now);
  const approval = { scopes: scopes ?? caller.scopes, expiresInDays };
  return approveDeviceLogin(store, { caller, userCode, approval }, now);
};
