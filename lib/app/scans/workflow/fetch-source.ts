import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { selectUnits } from '@scangate/domain/scans/select-units';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-limits';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import type { BlobStreamer } from '#ports/blobs.ts';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';
import { SourceFailure, type SourceLocation, type SourceRequest, type Sources } from '#ports/sources.ts';
import type { VaultOpener } from '#ports/vault.ts';
import type { RunContext } from '#app/jobs/run-context.ts';

export interface SourcePorts {
  sources: Pick<Sources, 'fetchCommit'>;
  vault: VaultOpener;
  blobs: BlobStreamer<'work'>;
  sourceArchive: SourceArchive;
}

/** The report of the function: all units of the commit, or an expected failure as data. */
export type FetchedSource = { found: readonly ProjectUnit[] } | { failure: Failure };

/** Decrypts the credential where the host is asked, and nowhere else. */
const locationOf = async (
  { url, credential, organizationId, repositoryId }: SourceRequest['repository'],
  vault: VaultOpener,
): Promise<SourceLocation> => {
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

/** Fetches the files of the commit into the spool. @returns the files that were skipped. @throws ScanFailed */
const fetchFiles = async (
  { repository, scan: { commitHash } }: SourceRequest,
  { spool, ports }: { spool: SourceSpool; ports: SourcePorts },
  signal: AbortSignal,
): Promise<SkippedFile[]> => {
  try {
    const location = await locationOf(repository, ports.vault);
    const commit = await ports.sources.fetchCommit({ location, commitHash, limits: sourceLimits }, signal);
    for await (const { path, content } of commit.files) spool.add(path, content);
    return commit.skipped;
  } catch (error) {
    if (error instanceof SourceFailure) throw scanFailure(error);
    if (signal.aborted) throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
    throw error;
  }
};

/** The units that the scan selects; none where `prepareScan` is about to fail the scan for them. */
const selected = ({ scan }: SourceRequest, found: readonly ProjectUnit[]): readonly ProjectUnit[] => {
  try {
    return selectUnits(scan, found);
  } catch (error) {
    if (error instanceof ScanFailed) return [];
    throw error;
  }
};

/** Stores one archive for each selected unit, for the tasks that scan them. */
const storeUnits = async (
  request: SourceRequest,
  { spool, skipped, found }: { spool: SourceSpool; skipped: SkippedFile[]; found: readonly ProjectUnit[] },
  { blobs, sourceArchive }: SourcePorts,
): Promise<void> => {
  const filesOf = filesByUnit<{ path: string }>(spool.paths, skipped, found);
  const { organizationId } = request.repository;
  for (const unit of selected(request, found)) {
    const files = filesOf(unit);
    const archive = sourceArchive.pack({ ...files, read: (path) => spool.read(path) }, files.skipped);
    const key = {
      area: 'work',
      organizationId,
      name: `${request.scan.scanId}/${unit.projectUnitId}`,
    } as const;
    await blobs.putStream(key, archive, 'application/gzip');
  }
};

/**
 * Fetches a commit, finds its units and stores the files of the selected ones. It writes no record: whoever invoked it
 * registers and charges what it reports. A second run stores the same objects again.
 */
export const fetchSource = async (
  request: SourceRequest,
  ports: SourcePorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<FetchedSource> => {
  const { repositoryId, fullName } = request.repository;
  const spool = ports.sourceArchive.openSpool();
  try {
    const skipped = await fetchFiles(request, { spool, ports }, signal);
    const found = discoverUnits(spool.paths, fullName).map((unit) => ({
      ...unit,
      projectUnitId: projectUnitId(repositoryId, unit.path),
    }));
    await storeUnits(request, { spool, skipped, found }, ports);
    return { found };
  } catch (error) {
    if (error instanceof ScanFailed) return { failure: error.failure };
    throw error;
  } finally {
    spool.close();
  }
};
