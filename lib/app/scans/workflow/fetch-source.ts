import type { Repository } from '@scangate/domain/records';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-limits';
import type { SourceSpool } from '#ports/source-archive.ts';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';

export interface SourcePorts {
  sources: Pick<Sources, 'fetchCommit'>;
  vault: VaultOpener;
}

interface SourceRequest {
  repository: Repository;
  commitHash: string;
  /** Receives the files of the commit. */
  spool: SourceSpool;
  signal: AbortSignal;
}

const locationOf = async (repository: Repository, vault: VaultOpener): Promise<SourceLocation> => {
  const { url, credential, organizationId, repositoryId } = repository;
  if (!credential) return { url };
  const { username, ciphertext } = credential;
  const secret = await vault.open(ciphertext, { organization: organizationId, repository: repositoryId });
  return { url, credential: { ...(username !== undefined && { username }), secret } };
};

/** Translates the failure of a host. Failures without a code of their own are a `system_error` with their reason. */
const scanFailure = ({ errorCode, message }: SourceFailure): ScanFailed => {
  const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
  return new ScanFailed(hasNoCode ? 'system_error' : errorCode, message);
};

/**
 * Fetches the files of a commit into a spool.
 * @returns the files that were skipped.
 * @throws ScanFailed with the code of the host's failure, or workflow_timeout.
 */
export const fetchSource = async (
  { repository, commitHash, spool, signal }: SourceRequest,
  { sources, vault }: SourcePorts,
): Promise<SkippedFile[]> => {
  try {
    const location = await locationOf(repository, vault);
    const commit = await sources.fetchCommit({ location, commitHash, limits: sourceLimits }, signal);
    for await (const { path, content } of commit.files) spool.add(path, content);
    return commit.skipped;
  } catch (error) {
    if (error instanceof SourceFailure) throw scanFailure(error);
    if (signal.aborted) {
      throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
    }
    throw error;
  }
};
