import { asOf } from '../../../lib/domain/billing/renewal.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import type { TillAccount } from '../../../lib/domain/records.ts';
import type { StoreReader } from '../../../lib/ports/store.ts';
import { billingRefs, billingState } from '../load-account.ts';
import type { Buyer } from './open-checkout.ts';

/** Who buys, and what they have, as of now. */
export interface Known {
  buyer: Buyer;
  state: BillingState;
  till: TillAccount | undefined;
}

/** @throws Error when the account is not whole. */
export const loadBuyer = async (
  accountId: string,
  store: Pick<StoreReader<'account' | 'pool' | 'till' | 'organization'>, 'load'>,
  now: Date,
): Promise<Known> => {
  const [account, core, sast, till, organization] = await store.load(
    [
      ...billingRefs(accountId),
      { record: 'till', id: { accountId } },
      // Who pays for itself has the account of its own name.
      { record: 'organization', id: { organizationId: accountId } },
    ] as const,
    { consistent: true },
  );
  const { state } = asOf(billingState(account, core, sast), now.toISOString());
  return { buyer: { accountId, name: organization?.name ?? '', now }, state, till };
};
