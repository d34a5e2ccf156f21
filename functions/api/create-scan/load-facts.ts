import { planAt } from '../../../lib/domain/billing/entitlements.ts';
import { monthOf } from '../../../lib/domain/billing/licenses.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { idempotencyRef, type IdempotentRequest } from '../../../lib/domain/idempotency.ts';
import { plans } from '../../../lib/domain/plans.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import type { Idempotency, Organization } from '../../../lib/domain/records.ts';
import { oldestRepositories } from '../../../lib/domain/repositories.ts';
import type { Caller, PlanName } from '../../../lib/domain/roles.ts';
import type { ScanFacts, ScanOrder } from '../../../lib/domain/scans/plan-scan.ts';
import { everyItem, type Store } from '../../../lib/ports/store.ts';
import { billingRefs, billingState } from '../../billing/load-account.ts';

export interface Loaded {
  facts: ScanFacts;
  /** What an equal Idempotency-Key was answered with. */
  answered: Idempotency | undefined;
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
    everyItem(store, 'repositoryNames', { organizationId }, { consistent: true }),
  );
  return oldestRepositories(names, limit).includes(repositoryId);
};

/**
 * One round trip loads all that the rules ask for, as it is now: a repository may have been connected a moment ago. A
 * repository of another organization is simply not there.
 * @param upToDate the account with what time alone did to it, so that nobody is refused for a refill that is late.
 */
export const loadFacts = async (
  order: Pick<ScanOrder, 'repositoryId'>,
  { caller, idempotency, now }: { caller: Caller; idempotency?: IdempotentRequest | undefined; now: Date },
  store: Pick<Store, 'load' | 'list'>,
  upToDate: (stored: BillingState) => BillingState | Promise<BillingState>,
): Promise<Loaded> => {
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
  return { facts: { caller, organization, repository, billing, licenses, isRepositoryCovered }, answered };
};
