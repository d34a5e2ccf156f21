import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { currentState } from '@scangate/domain/accounts/time-driven-changes';
import type { PaymentAccount } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';
import { billingRefs, billingState } from '#app/billing/load-account.ts';
import type { Buyer } from './open-checkout.ts';

/** A buyer with the account as it is now. */
export interface BuyerAccount {
  buyer: Buyer;
  state: BillingState;
  paymentAccount: PaymentAccount | undefined;
}

export type BuyerReader = Pick<StoreReader<'account' | 'pool' | 'paymentAccount' | 'organization'>, 'load'>;

/** Loads a buyer in one round trip. @throws Error when the account is incomplete. */
export const loadBuyer = async (accountId: string, store: BuyerReader, now: Date): Promise<BuyerAccount> => {
  const refs = [
    ...billingRefs(accountId),
    { record: 'paymentAccount', id: { accountId } },
    // An organization that pays for itself has an account with its own id.
    { record: 'organization', id: { organizationId: accountId } },
  ] as const;
  const [account, core, sast, paymentAccount, organization] = await store.load(refs, { consistent: true });
  const state = currentState(billingState(account, core, sast), now.toISOString());
  return { buyer: { accountId, name: organization?.name ?? '', now }, state, paymentAccount };
};
