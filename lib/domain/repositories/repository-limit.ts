import type { Change } from '../record-changes.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { plans } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Organization, RepositoryName } from '../records.ts';

/**
 * The ids of the repositories that a limit covers: the ones connected first. After a downgrade these stay scannable
 * (docs/adr/0013-plans-and-capabilities.md).
 */
export const oldestRepositories = (names: readonly RepositoryName[], limit: number): string[] =>
  names
    .filter(({ repositoryId }) => repositoryId !== '')
    .toSorted((a, b) => (a.connectedAt + a.repositoryId < b.connectedAt + b.repositoryId ? -1 : 1))
    .slice(0, limit)
    .map(({ repositoryId }) => repositoryId);

/** The refusal of a repository beyond the limit of the plan. */
export const repositoryLimitReached = (plan: PlanName, detail: string): Problem =>
  new Problem('entitlement_denied', {
    detail,
    capability: 'repositories',
    limit: plans[plan].repositories,
    plan,
  });

const limitReached = (plan: PlanName): Problem =>
  repositoryLimitReached(
    plan,
    `The plan ${plan} includes ${plans[plan].repositories} connected repositories.`,
  );

/**
 * Refuses early, before the host is contacted. The transaction decides.
 * @throws Problem entitlement_denied when the plan's limit is reached.
 */
export const requireRepositoryCapacity = (
  { repositories }: Pick<Organization, 'repositories'>,
  plan: PlanName,
): void => {
  const limit = plans[plan].repositories;
  if (limit !== null && repositories >= limit) throw limitReached(plan);
};

/** Counts one more repository. The condition enforces the plan's limit, however many are connected at once. */
export const countRepository = (organizationId: string, plan: PlanName): Change<'organization'> => {
  const limit = plans[plan].repositories;
  return {
    change: 'update',
    record: 'organization',
    id: { organizationId },
    add: { repositories: 1 },
    ...(limit !== null && {
      when: [{ field: 'repositories', is: 'atMost', value: limit - 1 }],
      onConflict: () => limitReached(plan),
    }),
  };
};
