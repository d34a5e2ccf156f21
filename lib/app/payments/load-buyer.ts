import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { PaymentAccount } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';
import type { Buyer } from './open-checkout.ts';

/** Who buys, and what they have, as of now. */
export interface BuyerAccount {
  buyer: Buyer;
  state: BillingState;
  paymentAccount: PaymentAccount | undefined;
}

/** @throws Error when the account is not whole. */
export const loadBuyer = async (
  accountId: string,
  store: Pick<StoreReader<'account' | 'pool' | 'paymentAccount' | 'organization'>, 'load'>,
  now: Date,
): Promise<BuyerAccount> => {
  const [account, core, sast, till, organization] = await store.load(
    [
      ...billingRefs(accountId),
      { record: 'paymentAccount', id: { accountId } },
      // Who pays for itself has the account of its own name.
      { record: 'organization', id: { organizationId: accountId } },
    ] as const,
    { consistent: true },
  );
  const { state } = applyDueRenewals(billingState(account, core, sast), now.toISOString());
  return { buyer: { accountId, name: organization?.name ?? '', now }, state, paymentAccount: till };
};
