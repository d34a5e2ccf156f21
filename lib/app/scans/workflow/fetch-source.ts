import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { selectUnitsIfAny } from '@scangate/domain/scans/select-units';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-limits';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import { unknownFindings, type ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import type { IgnoreText } from '@scangate/engines/model/gate/reviewed-side';
import { readsSource, type SourceScanType } from '@scangate/engines/model/scan-type';
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
import type { SourceDetector } from '#ports/source-detector.ts';
import type { FingerprintKeys, VaultOpener } from '#ports/vault.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { openCredential } from '#app/repositories/open-credential.ts';
import { detectReviewed } from './detect-reviewed.ts';
import {
  isIgnoreFile,
  keepIgnoreFile,
  readReviewedSide,
  type ReviewedSideRequest,
} from './read-reviewed-side.ts';

export interface SourcePorts {
  sources: Pick<Sources, 'fetchCommit' | 'resolveBranch' | 'ancestorsOf'>;
  vault: VaultOpener;
  fingerprintKeys: FingerprintKeys;
  log: Log;
  blobs: BlobStreamer<'work'>;
  sourceArchive: SourceArchive;
  detector: SourceDetector;
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
  /** The ids of the contents of all files. */
  ids: Map<string, string>;
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
  const ids = new Map<string, string>();
  const commented: string[] = [];
  const ignoreFiles: IgnoreText[] = [];
  try {
    const commit = await ports.sources.fetchCommit({ location, commitHash, limits: sourceLimits }, signal);
    for await (const { path, id, content } of commit.files) {
      spool.add(path, content);
      ids.set(path, id);
      if (isIgnoreFile(path)) keepIgnoreFile(ignoreFiles, path, content);
      if (Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(allowMark))
        commented.push(path);
    }
    return { skipped: commit.skipped, ids, commented, ignoreFiles };
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

/** A fetched commit that is held against its reviewed side. */
interface FetchedFiles extends Pick<Spooled, 'ids' | 'commented'> {
  location: SourceLocation;
  spool: SourceSpool;
}

/** Says how the findings of the reviewed side are looked for. What takes too long stays unknown, which is never milder. */
const findingsRequest = (
  scanTypes: readonly SourceScanType[],
  { ids, commented, spool }: FetchedFiles,
  { ports, lineKey, signal }: { ports: SourcePorts; lineKey: string; signal: AbortSignal },
): { findings?: NonNullable<ReviewedSideRequest['findings']>; close: () => void } => {
  if (scanTypes.length === 0) return { close: () => undefined };
  const differing = ports.sourceArchive.openSpool();
  const read = (path: string): Uint8Array => spool.read(path);
  const detect = async (same: readonly string[]): Promise<ReviewedFindings> => {
    const reviewed = { paths: [...differing.paths], read: (path: string) => differing.read(path), same };
    const asked = { head: { ids, commented, read }, reviewed, question: { scanTypes, lineKey } };
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(reviewedMs)]);
    try {
      return await detectReviewed(asked, ports, inTime);
    } catch (error) {
      ports.log.warn('the findings of the reviewed side are not known', errorFields(error));
      return unknownFindings;
    }
  };
  return { findings: { ids, spool: differing, detect }, close: () => differing.close() };
};

/** Reads the reviewed side. A host that does not tell it fails no scan: then nothing of the repository suppresses. */
const reviewedSideOf = async (
  { repository, scan: { commitHash, scanTypes }, reviewed }: SourceRequest,
  fetched: FetchedFiles,
  { ports, signal }: { ports: SourcePorts; signal: AbortSignal },
): Promise<Pick<FetchedSource, 'reviewed' | 'reviewedFindings'>> => {
  if (!reviewed) return {};
  const { location, spool, commented } = fetched;
  const lineKey = await ports.fingerprintKeys.keyOf(repository.organizationId);
  const files = { paths: commented, read: (path: string) => spool.read(path) };
  const types = scanTypes.filter(readsSource);
  const { findings, close } = findingsRequest(types, fetched, { ports, lineKey, signal });
  const request = {
    location,
    commitHash,
    ...reviewed,
    commented: files,
    lineKey,
    ...(findings && { findings }),
  };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(2 * reviewedMs)]);
  try {
    const side = await readReviewedSide(request, ports.sources, inTime);
    if (!side) return {};
    const { findings: reviewedFindings, ...known } = side;
    return { reviewed: known, ...(reviewedFindings && { reviewedFindings }) };
  } catch (error) {
    if (signal.aborted) throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
    ports.log.warn('the reviewed side cannot be read', errorFields(error));
    return { reviewedFindings: unknownFindings };
  } finally {
    close();
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
    const { skipped, ids, commented, ignoreFiles } = fetched;
    const found = discoverUnits(spool.paths, fullName).map((unit) => ({
      ...unit,
      projectUnitId: projectUnitId(repositoryId, unit.path),
    }));
    await storeUnits(request, { spool, skipped, found }, ports);
    const files = { location, spool, ids, commented };
    return { found, ignoreFiles, ...(await reviewedSideOf(request, files, { ports, signal })) };
  } catch (error) {
    if (error instanceof ScanFailed) return { failure: error.failure };
    throw error;
  } finally {
    spool.close();
  }
};
