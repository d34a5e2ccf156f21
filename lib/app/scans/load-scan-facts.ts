import { planAt } from '@scangate/domain/plans/entitlements';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { idempotencyRef, type IdempotentRequest } from '@scangate/domain/idempotency';
import { plans } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { Idempotency, Organization } from '@scangate/domain/records';
import { oldestRepositories } from '@scangate/domain/repositories/repositories';
import type { Caller, PlanName } from '@scangate/domain/identity/roles';
import type { ScanFacts, ScanRequest } from '@scangate/domain/scans/plan-scan';
import { listAll, type Store } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';

export interface LoadedScanFacts {
  facts: ScanFacts;
  /** What an equal Idempotency-Key was answered with. */
  previousAnswer: Idempotency | undefined;
}

/** Only an organization with more repositories than its plan has (a downgrade) needs to look which are the oldest. */
const isCovered = async (
  organization: Organization,
  repositoryId: string,
  plan: PlanName,
  store: Pick<Store, 'list'>,
): Promise<boolean> => {
  const limit = plans[plan].repositories;
  if (limit === null || organization.repositories <= limit) return true;
  const { organizationId } = organization;
  const names = await Array.fromAsync(
    listAll(store, 'repositoryNames', { organizationId }, { consistent: true }),
  );
  return oldestRepositories(names, limit).includes(repositoryId);
};

/**
 * One round trip loads all that the rules ask for, as it is now: a repository may have been connected a moment ago. A
 * repository of another organization is simply not there.
 * @param upToDate the account with what time alone did to it, so that nobody is refused for a refill that is late.
 */
export const loadScanFacts = async (
  order: Pick<ScanRequest, 'repositoryId'>,
  { caller, idempotency, now }: { caller: Caller; idempotency?: IdempotentRequest | undefined; now: Date },
  store: Pick<Store, 'load' | 'list'>,
  upToDate: (stored: BillingState) => BillingState | Promise<BillingState>,
): Promise<LoadedScanFacts> => {
  const { organizationId, billingAccountId: accountId, personId } = caller;
  const month = monthOf(now.toISOString());
  const [organization, repository, account, core, sast, own, counted, answered] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'repository', id: { organizationId, repositoryId: order.repositoryId } },
      ...billingRefs(accountId),
      { record: 'license', id: { accountId, month, personId } },
      { record: 'licenseMonth', id: { accountId, month } },
      ...(idempotency ? [idempotencyRef(idempotency)] : []),
    ] as const,
    { consistent: true },
  );
  if (!organization || !repository || repository.disconnectedAt) {
    throw new Problem('repository_not_found', { detail: 'No connected repository has this id.' });
  }
  const billing = await upToDate(billingState(account, core, sast));
  const plan = planAt(billing.account, now.toISOString());
  const isRepositoryCovered = await isCovered(organization, repository.repositoryId, plan, store);
  const licenses = { own, month: counted };
  return {
    facts: { caller, organization, repository, billing, licenses, isRepositoryCovered },
    previousAnswer: answered,
  };
};
