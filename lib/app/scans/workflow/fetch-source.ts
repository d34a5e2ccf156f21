import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { selectUnitsIfAny } from '@scangate/domain/scans/select-units';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-limits';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import type { IgnoreText, ReviewedSide } from '@scangate/engines/model/gate/reviewed-side';
import type { BlobStreamer } from '#ports/blobs.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';
import {
  SourceFailure,
  type FetchedSource,
  type SourceLocation,
  type SourceRequest,
  type Sources,
} from '#ports/sources.ts';
import type { FingerprintKeys, VaultOpener } from '#ports/vault.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { openCredential } from '#app/repositories/open-credential.ts';
import { isIgnoreFile, keepIgnoreFile, readReviewedSide } from './read-reviewed-side.ts';

export interface SourcePorts {
  sources: Pick<Sources, 'fetchCommit' | 'resolveBranch' | 'ancestorsOf'>;
  vault: VaultOpener;
  fingerprintKeys: FingerprintKeys;
  log: Log;
  blobs: BlobStreamer<'work'>;
  sourceArchive: SourceArchive;
}

/** The report of the function: what was found, or an expected failure as data. */
export type SourceReport = FetchedSource | { failure: Failure };

/** Files with this text may have comments that allow findings. */
const allowMark = 'scangate:allow';
/** The reviewed side is read in this time, or nothing of the repository suppresses. */
const reviewedMs = 150_000;

/** Translates the failure of a host. Failures without a code of their own are a `system_error` with their reason. */
const scanFailure = ({ errorCode, message }: SourceFailure): ScanFailed => {
  const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
  return new ScanFailed(hasNoCode ? 'system_error' : errorCode, message);
};

/** The files of a commit in the spool. */
interface Spooled {
  skipped: SkippedFile[];
  /** The paths of the files that may have allow comments. */
  commented: string[];
  ignoreFiles: IgnoreText[];
}

/** Fetches the files of the commit into the spool. @throws ScanFailed */
const fetchFiles = async (
  { location, commitHash }: { location: SourceLocation; commitHash: string },
  { spool, ports }: { spool: SourceSpool; ports: SourcePorts },
  signal: AbortSignal,
): Promise<Spooled> => {
  const commented: string[] = [];
  const ignoreFiles: IgnoreText[] = [];
  try {
    const commit = await ports.sources.fetchCommit({ location, commitHash, limits: sourceLimits }, signal);
    for await (const { path, content } of commit.files) {
      spool.add(path, content);
      if (isIgnoreFile(path)) keepIgnoreFile(ignoreFiles, path, content);
      if (Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(allowMark))
        commented.push(path);
    }
    return { skipped: commit.skipped, commented, ignoreFiles };
  } catch (error) {
    if (error instanceof SourceFailure) throw scanFailure(error);
    if (signal.aborted) throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
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
  // Where no unit is selected, `prepareScan` is about to fail the scan.
  for (const unit of selectUnitsIfAny(request.scan, found)) {
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

/** Reads the reviewed side. A host that does not tell it fails no scan: then nothing of the repository suppresses. */
const reviewedSideOf = async (
  { repository, scan: { commitHash }, reviewed }: SourceRequest,
  { location, spool, commented }: { location: SourceLocation; spool: SourceSpool; commented: string[] },
  { ports, signal }: { ports: SourcePorts; signal: AbortSignal },
): Promise<ReviewedSide | undefined> => {
  if (!reviewed) return undefined;
  const lineKey = await ports.fingerprintKeys.keyOf(repository.organizationId);
  const files = { paths: commented, read: (path: string) => spool.read(path) };
  const request = { location, commitHash, ...reviewed, commented: files, lineKey };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(reviewedMs)]);
  try {
    return await readReviewedSide(request, ports.sources, inTime);
  } catch (error) {
    if (signal.aborted) throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
    ports.log.warn('the reviewed side cannot be read', errorFields(error));
    return undefined;
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
): Promise<SourceReport> => {
  const { repositoryId, fullName } = request.repository;
  const { commitHash } = request.scan;
  const spool = ports.sourceArchive.openSpool();
  try {
    const location = await openCredential(request.repository, ports.vault);
    const fetched = await fetchFiles({ location, commitHash }, { spool, ports }, signal);
    const { skipped, commented, ignoreFiles } = fetched;
    const found = discoverUnits(spool.paths, fullName).map((unit) => ({
      ...unit,
      projectUnitId: projectUnitId(repositoryId, unit.path),
    }));
    await storeUnits(request, { spool, skipped, found }, ports);
    const reviewed = await reviewedSideOf(request, { location, spool, commented }, { ports, signal });
    return { found, ignoreFiles, ...(reviewed && { reviewed }) };
  } catch (error) {
    if (error instanceof ScanFailed) return { failure: error.failure };
    throw error;
  } finally {
    spool.close();
  }
};
