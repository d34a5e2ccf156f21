export type { AllowedSources } from './allowed-sources.ts';
export type { CommitFile, CommitLimits, FetchedCommit, RepositoryLocation, SkippedEntry } from './commit.ts';
export type { FileSelection } from './file-selection.ts';
export { gitClient, type GitClient, type GitOptions } from './git-client.ts';
export { GitFailure, GitTransient, type GitFailureReason } from './git-failure.ts';
