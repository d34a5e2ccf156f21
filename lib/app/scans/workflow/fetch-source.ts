import type { FileSpool } from '#adapters/source-archive/file-spool.ts';
import type { Repository, Scan } from '@scangate/domain/records';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { SourceFailure, type SourceLimits, type SourceLocation, type Sources } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';

/** What one scan takes in; the function's /tmp and memory are made for it. */
const sourceLimits: SourceLimits = {
  totalBytes: 1024 * 1024 * 1024,
  fileBytes: 64 * 1024 * 1024,
  files: 200_000,
  pathLength: 1_024,
};

const locationOf = async (repository: Repository, vault: VaultOpener): Promise<SourceLocation> => {
  const { url, credential, organizationId, repositoryId } = repository;
  if (!credential) return { url };
  const context = { organization: organizationId, repository: repositoryId };
  const secret = await vault.open(credential.ciphertext, context);
  return {
    url,
    credential: { ...(credential.username !== undefined && { username: credential.username }), secret },
  };
};

/** What the host said, as the scan's failure. What no code fits (too large, damaged) is `system_error`, with its reason. */
const failureOf = ({ errorCode, message }: SourceFailure): ScanFailed => {
  const ours = errorCode === 'source_invalid' || errorCode === 'source_too_large';
  return new ScanFailed(ours ? 'system_error' : errorCode, message);
};

/** Brings the files of the scan's commit into the spool. @throws ScanFailed with the host's code. */
export const fetchSource = async (
  scan: Scan,
  repository: Repository,
  spool: FileSpool,
  { sources, vault }: { sources: Sources; vault: VaultOpener },
  signal: AbortSignal,
): Promise<SkippedFile[]> => {
  try {
    const location = await locationOf(repository, vault);
    const commit = await sources.fetchCommit(location, scan.commitHash, sourceLimits, signal);
    for await (const { path, content } of commit.files) spool.add(path, content);
    return commit.skipped;
  } catch (error) {
    if (error instanceof SourceFailure) throw failureOf(error);
    if (signal.aborted)
      throw new ScanFailed('workflow_timeout', 'Fetching the commit took longer than it may.');
    throw error;
  }
};
