import { GitFailure, GitTransient, type GitFailureReason } from '@scangate/git';
import { SourceFailure } from '#ports/git-sources.ts';

const errorCodes: Record<GitFailureReason, SourceFailure['errorCode']> = {
  credential_required: 'pat_required',
  access_denied: 'repo_access',
  rate_limited: 'rate_limit',
  commit_not_found: 'branch_or_commit_not_found',
  invalid_repository: 'source_invalid',
  too_large: 'source_too_large',
  host_failed: 'repo_access',
  timed_out: 'workflow_timeout',
};

/** Maps the errors of the git client to those of the port; an abort or a bug is rethrown. */
export const mapError = (error: unknown): unknown => {
  if (error instanceof GitFailure)
    return new SourceFailure(errorCodes[error.reason], error.message, error.retryAfterSeconds);
  return error instanceof GitTransient
    ? new SourceFailure('repo_access', `The repository cannot be read: ${error.message}.`)
    : error;
};
