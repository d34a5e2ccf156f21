export type { AllowedSources } from './allowed-sources.ts';
export type {
  CommitFile,
  CommitLimits,
  CommitListing,
  FetchedCommit,
  RepositoryLocation,
  SkippedEntry,
} from './commit.ts';
export type { ChooseFiles, FileSelection } from './file-selection.ts';
export { gitClient, type GitClient } from './git-client.ts';
export type { GitOptions } from './read-at.ts';
export type { HostConnections, OpenConnections } from './remote/git-host-connections.ts';
export { GitFailure, GitTransient, type GitFailureReason } from './git-failure.ts';
