import { checksView } from '../integrations/checks/check-settings.ts';
import type { Repository, Scan } from '../records.ts';

/** A repository as resolving shows it, to every role. */
export const repositoryView = (repository: Repository) => ({
  repositoryId: repository.repositoryId,
  fullName: repository.fullName,
  provider: repository.provider,
  defaultBranch: repository.defaultBranch,
  ...(repository.reviewedBranches && { reviewedBranches: repository.reviewedBranches }),
  artifactsAsDefault: repository.artifactsAsDefault ?? false,
  reuse: repository.reuse ?? ('on' as const),
  projectUnits: repository.units,
});

/** A repository as connecting and listing show it. */
export const managedRepositoryView = (repository: Repository) => ({
  ...repositoryView(repository),
  url: repository.url,
  hasCredential: repository.credential !== undefined,
  checks: checksView(repository),
  ...(repository.badgeId !== undefined && { badgeId: repository.badgeId }),
  connectedAt: repository.connectedAt,
});

/** A repository with the verdict of its latest scan that ended, and whether the plan covers it. */
export const repositoryStateView = (
  repository: Repository,
  { latest, scannable }: { latest: Scan | undefined; scannable: boolean },
) => ({
  ...managedRepositoryView(repository),
  latest:
    latest?.verdict === undefined
      ? null
      : {
          scanId: latest.scanId,
          verdict: latest.verdict.verdict,
          reason: latest.verdict.reason,
          finishedAt: latest.finishedAt ?? latest.createdAt,
        },
  scannable,
});
