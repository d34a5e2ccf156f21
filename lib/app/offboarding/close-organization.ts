import { actorOf } from '@scangate/domain/audit/audit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import * as rules from '@scangate/domain/offboarding/close-organization';
import type { StoppedRenewal } from '@scangate/domain/offboarding/offboarding-records';
import { paidRenewals, resumeRenewals, stopRenewals } from '@scangate/domain/offboarding/stop-renewals';
import { Problem } from '@scangate/domain/problem';
import type { Organization } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '../scans/waiting/recheck-open-waits.ts';
import { loadAccount } from '../billing/load-account.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { requestSubscriptionChange } from '../payments/request-subscription-change.ts';

export interface ClosingPorts extends PaymentPorts {
  store: PaymentPorts['store'] &
    Pick<Store<'organization' | 'endedCredentials' | 'auditEvent'>, 'get' | 'commit'> &
    WaitRecheckStore;
}

export interface ClosingRequest {
  caller: Caller;
  ids: Ids;
  now: Date;
}

const load = async ({ organizationId }: Caller, { store }: ClosingPorts): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('organization_not_found');
  return organization;
};

/** The account of a client organization is its parent's, and continues. */
const hasOwnAccount = ({ organizationId, billingAccountId }: Caller): boolean =>
  organizationId === billingAccountId;

const changeOf = ({ caller, ids, now }: ClosingRequest) => ({
  accountId: caller.billingAccountId,
  changeRequestId: ids.uuid(),
  actor: actorOf(caller),
  now,
});

/**
 * Stops renewals first, so that an interrupted request leaves nothing that is charged later. Automatic recharges need no
 * stop: none is claimed while the organization is closing.
 */
const stop = async (request: ClosingRequest, ports: ClosingPorts): Promise<StoppedRenewal[]> => {
  if (!hasOwnAccount(request.caller)) return [];
  const { account } = await loadAccount(request.caller.billingAccountId, ports.store);
  const renewals = paidRenewals(account);
  if (renewals.length === 0) return [];
  const change = changeOf(request);
  const rule = (state: Parameters<typeof stopRenewals>[0]) =>
    stopRenewals(state, change.changeRequestId, request.now.toISOString());
  await requestSubscriptionChange({ ...change, rule }, ports);
  return renewals;
};

/**
 * Closes the caller's organization: it is erased after 30 days, and can be restored until then.
 * @throws Problem validation_failed for another name, conflict.
 */
export const closeOrganization = async (
  request: ClosingRequest & { name: string },
  ports: ClosingPorts,
): Promise<{ organizationId: string; since: string; eraseAt: string }> => {
  const { caller, name, now } = request;
  const organization = await load(caller, ports);
  // Refusals come before anything is stopped at the payment provider.
  rules.closeOrganization(caller, organization, { name, stopped: [], now });
  const stopped = await stop(request, ports);
  await commitOrThrow(ports.store, rules.closeOrganization(caller, organization, { name, stopped, now }));
  await recheckOpenWaitsNow(caller.organizationId, ports, now);
  const { closing } = await load(caller, ports);
  if (!closing) throw new Problem('conflict', { detail: 'The organization has been restored.' });
  return {
    organizationId: organization.organizationId,
    since: closing.since,
    eraseAt: closing.eraseAt,
  };
};

/**
 * Restores the caller's organization, and its stopped renewals.
 * @throws Problem conflict.
 */
export const restoreOrganization = async (request: ClosingRequest, ports: ClosingPorts): Promise<void> => {
  const { caller, now } = request;
  const organization = await load(caller, ports);
  await commitOrThrow(ports.store, rules.restoreOrganization(caller, organization, now));
  const stopped = organization.closing?.stopped ?? [];
  if (!hasOwnAccount(caller) || stopped.length === 0) return;
  const change = changeOf(request);
  const cause = change.changeRequestId;
  const rule = (state: Parameters<typeof resumeRenewals>[0]) =>
    resumeRenewals(state, { stopped, cause }, now.toISOString());
  await requestSubscriptionChange({ ...change, rule }, ports);
};
