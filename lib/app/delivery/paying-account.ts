import type { Account, Organization } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';

interface LoadedOrganization {
  organization: Organization | undefined;
  /** The account that was expected to pay. */
  account: Account | undefined;
}

/**
 * Returns the account that pays. Most organizations pay for themselves, so that their own account was loaded with
 * them.
 */
export const payingAccount = async (
  { organization, account }: LoadedOrganization,
  store: Pick<StoreReader<'account'>, 'get'>,
): Promise<Account | undefined> => {
  const accountId = organization?.billingAccountId;
  if (accountId === undefined || account?.accountId === accountId) return account;
  return store.get('account', { accountId });
};
