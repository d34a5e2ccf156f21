import { Problem } from '@scangate/domain/problem';
import { parseRepositoryUrl } from '@scangate/domain/repositories/repository-url';
import { ScanFailed, type ErrorCode } from '@scangate/engines/model/failure';
import { sourceLimits } from '@scangate/engines/model/source-files';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import { GitFailure, type GitFailureReason } from '@scangate/git/git-failure';
import type { FetchedCommit } from '@scangate/git/commit';
import { gitClient } from '@scangate/git/git-client';
import type { OpenConnections } from '@scangate/git/remote/git-host-connections';
import { CliFailure, exitCodeOfGitFailure, exitCodes } from '../exit-codes.ts';
import type { ScanArguments } from './scan-arguments.ts';
import type { ScanTarget } from './scan-target.ts';

/** The commit to scan, in a repository that was opened. */
export interface RepositoryCommit {
  url: string;
  fullName: string;
  commitHash: string;
  branch?: string;
  /** Copies the files of the commit to the spool. @throws ScanFailed */
  fetchFiles(spool: CommitSpool): Promise<SkippedFile[]>;
}

/** Temporary storage for the files of a commit. */
export interface CommitSpool extends SourceFiles {
  readonly paths: Iterable<string>;
  add(path: string, content: Uint8Array): void;
  close(): void;
}

/** A person may scan whatever this machine can access. */
const allowed = new Set(['https', 'file', 'loopback', 'private'] as const);

/** The failure of the scan when its commit cannot be fetched, as the workflow reports it. */
const errorCodeOfGitFailure: Record<GitFailureReason, ErrorCode> = {
  credential_required: 'pat_required',
  access_denied: 'repo_access',
  rate_limited: 'rate_limit',
  commit_not_found: 'branch_or_commit_not_found',
  invalid_repository: 'system_error',
  too_large: 'system_error',
  host_failed: 'repo_access',
  timed_out: 'workflow_timeout',
};

const asCliFailure = (error: unknown): unknown => {
  if (error instanceof GitFailure) return new CliFailure(exitCodeOfGitFailure[error.reason], error.message);
  return error instanceof Problem ? new CliFailure(exitCodes.badInput, error.message) : error;
};

const copyFiles = async (
  fetchCommit: () => Promise<FetchedCommit>,
  spool: CommitSpool,
): Promise<SkippedFile[]> => {
  try {
    const { files, skipped } = await fetchCommit();
    for await (const { path, content } of files) spool.add(path, content);
    return skipped;
  } catch (error) {
    throw error instanceof GitFailure
      ? new ScanFailed(errorCodeOfGitFailure[error.reason], error.message)
      : error;
  }
};

/** Opens the repository and resolves the commit to scan. @throws CliFailure, GitTransient */
export const findCommit = async (
  { commit, branch }: Pick<ScanArguments, 'commit' | 'branch'>,
  target: ScanTarget,
  { connect, signal }: { connect: OpenConnections; signal: AbortSignal },
): Promise<RepositoryCommit> => {
  const client = gitClient({ allowed, connect });
  try {
    const { url, fullName } = parseRepositoryUrl(target.url, allowed);
    const defaultBranch = await client.defaultBranch({ url }, signal);
    const commitHash = commit ?? (await client.resolveBranch({ url }, branch ?? 'HEAD', signal));
    const isDefault = branch === undefined && commit === undefined && defaultBranch !== 'HEAD';
    const named = isDefault ? defaultBranch : branch;
    return {
      url,
      fullName: target.fullName ?? fullName,
      commitHash,
      ...(named !== undefined && { branch: named }),
      fetchFiles: (spool) =>
        copyFiles(
          () => client.fetchCommit({ location: { url }, commitHash, limits: sourceLimits }, signal),
          spool,
        ),
    };
  } catch (error) {
    throw asCliFailure(error);
  }
};
