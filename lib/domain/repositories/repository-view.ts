import type { Repository } from '../records.ts';

/** A repository as resolving shows it, to every role. */
export const repositoryView = (repository: Repository) => ({
  repositoryId: repository.repositoryId,
  fullName: repository.fullName,
  provider: repository.provider,
  defaultBranch: repository.defaultBranch,
  projectUnits: repository.units,
});

/** A repository as connecting and listing show it. */
export const managedRepositoryView = (repository: Repository) => ({
  ...repositoryView(repository),
  url: repository.url,
  hasCredential: repository.credential !== undefined,
  connectedAt: repository.connectedAt,
});
