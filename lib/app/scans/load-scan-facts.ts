import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { idempotencyRef, type IdempotentRequest } from '@scangate/domain/idempotency';
import type { Caller } from '@scangate/domain/identity/caller';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import { monthOf } from '@scangate/domain/licenses/claim-license';
import { planAt } from '@scangate/domain/plans/entitlements';
import { plans } from '@scangate/domain/plans/plans';
import { Problem } from '@scangate/domain/problem';
import type { ActiveScans, Dedup, Idempotency, License, Organization } from '@scangate/domain/records';
import { oldestRepositories } from '@scangate/domain/repositories/repository-limit';
import { activeScansRefs } from '@scangate/domain/scans/fairness/active-scans';
import type { ScanFacts } from '@scangate/domain/scans/resolve-request';
import { listAll, type Store } from '#ports/store.ts';
import { billingRefs, billingState } from '../billing/load-account.ts';

interface FactsRequest {
  caller: Caller;
  repositoryId: string;
  idempotency?: IdempotentRequest | undefined;
  /** The dedup digest of the request; absent for an artifact, which equals nothing. */
  dedupDigest?: string | undefined;
  /** Brings the stored account up to date, so that a late refill refuses no scan. */
  applyRenewals: (stored: BillingState) => BillingState | Promise<BillingState>;
  /** The limit of active scans of an organization, which are loaded; absent for other work. */
  activeScanLimit?: number;
  /** The option of that name in `ReadOptions`. */
  withoutLent?: boolean;
}

interface LoadedScanFacts {
  facts: ScanFacts;
  /** The stored response to a request with the same Idempotency-Key. */
  previousAnswer: Idempotency | undefined;
}

/** Looks up the oldest repositories only if a downgrade left the organization with more than its plan covers. */
const isCovered = async (
  organization: Organization,
  { repositoryId, plan }: { repositoryId: string; plan: PlanName },
  store: Pick<Store, 'list'>,
): Promise<boolean> => {
  const limit = plans[plan].repositories;
  if (limit === null || organization.repositories <= limit) return true;
  const { organizationId } = organization;
  const names = await Array.fromAsync(
    listAll(store, { list: 'repositoryNames', owner: { organizationId }, consistent: true }),
  );
  return oldestRepositories(names, limit).includes(repositoryId);
};

type AnswerRequest = Pick<FactsRequest, 'caller' | 'repositoryId' | 'idempotency' | 'dedupDigest'>;

/** The rows that answer a request without a new scan. */
const answerRefs = ({
  caller: { organizationId },
  repositoryId,
  idempotency,
  dedupDigest: digest,
}: AnswerRequest) => [
  ...(idempotency ? [idempotencyRef(idempotency)] : []),
  ...(digest === undefined
    ? []
    : ([{ record: 'dedup', id: { organizationId, repositoryId, digest } }] as const)),
];

/** Distinguishes optional rows by the fields that only they have. */
const optionalRows = (rows: readonly (ActiveScans | Dedup | Idempotency | undefined)[]) => ({
  activeScans: rows.filter((row): row is ActiveScans => row !== undefined && 'scans' in row),
  dedup: rows.find((row): row is Dedup => row !== undefined && 'scanId' in row),
  previousAnswer: rows.find((row): row is Idempotency => row !== undefined && 'answer' in row),
});

/**
 * Loads everything that the rules of a scan need in one consistent round trip: a repository may have been connected
 * just now.
 * @throws Problem repository_not_found, also for a repository of another organization.
 */
export const loadScanFacts = async (
  request: FactsRequest,
  store: Pick<Store, 'load' | 'list'>,
  now: Date,
): Promise<LoadedScanFacts> => {
  const { caller, repositoryId, applyRenewals, activeScanLimit, withoutLent = false } = request;
  const { organizationId, billingAccountId: accountId, personId } = caller;
  const at = now.toISOString();
  const month = monthOf(at);
  const [organization, repository, account, core, sast, own, licenseMonth, clientUsage, ...rest] =
    await store.load(
      [
        { record: 'organization', id: { organizationId } },
        { record: 'repository', id: { organizationId, repositoryId } },
        ...billingRefs(accountId),
        { record: 'license', id: { accountId, month, personId } },
        { record: 'licenseMonth', id: { accountId, month } },
        { record: 'clientUsage', id: { accountId, organizationId, month } },
        ...answerRefs(request),
        ...(activeScanLimit === undefined ? [] : activeScansRefs(organizationId, activeScanLimit, now)),
      ] as const,
      { consistent: true, withoutLent },
    );
  if (!organization || !repository || repository.disconnectedAt) {
    throw new Problem('repository_not_found', { detail: 'No connected repository has this id.' });
  }
  const billing = await applyRenewals(billingState(account, core, sast));
  const plan = planAt(billing.account, at);
  const isRepositoryCovered = await isCovered(organization, { repositoryId, plan }, store);
  const licenses = { own, month: licenseMonth };
  const { previousAnswer, ...optional } = optionalRows(rest);
  return {
    facts: {
      caller,
      organization,
      repository,
      billing,
      licenses,
      isRepositoryCovered,
      clientUsage,
      ...optional,
    },
    previousAnswer,
  };
};

/**
 * Loads again what a concurrent request may have written: its response under the same key, the equal scan, the
 * license of the caller. The batch of `loadScanFacts` is not a snapshot: it may include the debit of that request,
 * or its count of licenses, but none of its other rows.
 */
export const loadConcurrentRows = async (
  request: AnswerRequest,
  store: Pick<Store, 'load'>,
  now: Date,
): Promise<{
  own: License | undefined;
  dedup: Dedup | undefined;
  previousAnswer: Idempotency | undefined;
}> => {
  const { billingAccountId: accountId, personId } = request.caller;
  const license = {
    record: 'license',
    id: { accountId, month: monthOf(now.toISOString()), personId },
  } as const;
  const [own, ...rest] = await store.load([license, ...answerRefs(request)] as const, { consistent: true });
  const { dedup, previousAnswer } = optionalRows(rest);
  return { own, dedup, previousAnswer };
};
