import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Account, Organization, Pool } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';

/** Refers to an account and its two pools. */
export const billingRefs = (accountId: string) =>
  [
    { record: 'account', id: { accountId } },
    { record: 'pool', id: { accountId, pool: 'core' } },
    { record: 'pool', id: { accountId, pool: 'sast' } },
  ] as const;

/** Refers to an account, its pools and the organization whose subscribers get its changes. */
export const changedRefs = (accountId: string) =>
  [...billingRefs(accountId), { record: 'organization', id: { organizationId: accountId } }] as const;

/** Refers to everything that the billing status and the forecast show, so that one round trip loads it. */
export const statusRefs = (accountId: string, month: string) =>
  [
    ...billingRefs(accountId),
    { record: 'licenseMonth', id: { accountId, month } },
    { record: 'paymentAccount', id: { accountId } },
    { record: 'recharge', id: { accountId, pool: 'core' } },
    { record: 'recharge', id: { accountId, pool: 'sast' } },
  ] as const;

/** @throws Error when a record is missing: an account is created in one transaction and never deleted. */
export const billingState = (
  ...[account, core, sast, organization]: [
    Account | undefined,
    Pool | undefined,
    Pool | undefined,
    Organization?,
  ]
): BillingState => {
  if (!account || !core || !sast) throw new Error('the billing account is incomplete');
  const { listens } = organization ?? {};
  return { account, pools: { core, sast }, ...(listens && { listens }) };
};

/** Loads an account, its pools and its listening organization as currently stored. */
export const loadAccount = async (
  accountId: string,
  store: Pick<StoreReader<'account' | 'pool' | 'organization'>, 'load'>,
): Promise<BillingState> => {
  const refs = changedRefs(accountId);
  const [account, core, sast, organization] = await store.load(refs, { consistent: true });
  return billingState(account, core, sast, organization);
};
