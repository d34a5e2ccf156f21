import { Problem, Transient } from '@scangate/domain/problem';
import {
  parseRepositoryUrl,
  type AllowedSources,
  type RepositoryUrl,
} from '@scangate/domain/repositories/repository-url';
import { gitClient, GitFailure, GitTransient, type GitFailureReason, type GitOptions } from '@scangate/git';
import { SourceFailure, type SourceEntry, type SourceLocation, type Sources } from '#ports/sources.ts';

const errorCodes: Record<GitFailureReason, SourceFailure['errorCode']> = {
  credential_required: 'pat_required',
  access_denied: 'repo_access',
  rate_limited: 'rate_limit',
  commit_not_found: 'branch_or_commit_not_found',
  invalid_repository: 'source_invalid',
  too_large: 'source_too_large',
};

/** Maps the errors of the git client to those of the port; an abort or a bug is passed on. */
const mapError = (error: unknown): unknown => {
  if (error instanceof GitFailure)
    return new SourceFailure(errorCodes[error.reason], error.message, error.retryAfterSeconds);
  return error instanceof GitTransient ? new Transient(error.message, { cause: error }) : error;
};

const mapErrors = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw mapError(error);
  }
};

async function* mapErrorsOf(files: AsyncIterable<SourceEntry>): AsyncGenerator<SourceEntry> {
  try {
    yield* files;
  } catch (error) {
    throw mapError(error);
  }
}

/** @throws SourceFailure `source_invalid` for a URL that the operator does not permit. */
const permittedUrl = (url: string, allowed: AllowedSources): RepositoryUrl => {
  try {
    return parseRepositoryUrl(url, allowed);
  } catch (error) {
    throw error instanceof Problem ? new SourceFailure('source_invalid', error.message) : error;
  }
};

/** The `Sources` port on git repositories: over https, and on this disk where the operator permits it. */
export const gitSources = (options: GitOptions): Sources => {
  const client = gitClient(options);
  const locate = (location: SourceLocation): { location: SourceLocation; provider: string } => {
    const { url, provider } = permittedUrl(location.url, options.allowed);
    return { location: { ...location, url }, provider };
  };
  return {
    verify: (requested, signal) =>
      mapErrors(async () => {
        const { location, provider } = locate(requested);
        return { provider, defaultBranch: await client.defaultBranch(location, signal) };
      }),
    resolveBranch: (requested, branch, signal) =>
      mapErrors(async () => client.resolveBranch(locate(requested).location, branch, signal)),
    fetchCommit: ({ location: requested, commitHash, limits }, signal) =>
      mapErrors(async () => {
        const { location } = locate(requested);
        const { files, skipped } = await client.fetchCommit({ location, commitHash, limits }, signal);
        return { files: mapErrorsOf(files), skipped };
      }),
  };
};
