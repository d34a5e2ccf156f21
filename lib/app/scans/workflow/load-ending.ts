import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Pools } from '@scangate/domain/credits/book-credit-refunds';
import type { Payer } from '@scangate/domain/events/emit/credits';
import type { Organization, Repository, RepositoryGate, Scan } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';

export type EndingStore = Pick<
  Store<'pool' | 'account' | 'organization' | 'repository' | 'repositoryGate'>,
  'load'
>;

/** The records from which the end of a scan is written, and those of its subscribers. */
export interface Ending {
  pools: Pools;
  organization: Organization | undefined;
  repository: Repository | undefined;
  /** The gate of the default branch so far. */
  gate: RepositoryGate | undefined;
  /** Absent when one of its records is missing. */
  payer: Payer | undefined;
}

/** Loads the pools that pay for a scan, and the listeners to its end, in one round trip. */
export const loadEnding = async (scan: Scan, store: EndingStore): Promise<Ending> => {
  const { organizationId, repositoryId, billingAccountId: accountId } = scan;
  const isClient = accountId !== organizationId;
  const [core, sast, account, organization, repository, gate, parent] = await store.load(
    [
      { record: 'pool', id: { accountId, pool: 'core' } },
      { record: 'pool', id: { accountId, pool: 'sast' } },
      { record: 'account', id: { accountId } },
      { record: 'organization', id: { organizationId } },
      { record: 'repository', id: { organizationId, repositoryId } },
      { record: 'repositoryGate', id: { organizationId, repositoryId } },
      // The account of a client organization is its parent's, which is notified about its credits.
      ...(isClient ? [{ record: 'organization', id: { organizationId: accountId } } as const] : []),
    ],
    { consistent: true },
  );
  const state: BillingState | undefined =
    account && core && sast ? { account, pools: { core, sast } } : undefined;
  const paying = isClient ? parent : organization;
  return {
    pools: { ...(core && { core }), ...(sast && { sast }) },
    organization,
    repository,
    gate,
    payer: state && paying && { organization: paying, state },
  };
};
