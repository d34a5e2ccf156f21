import type { Readable } from 'node:stream';
import { isLargeUnit } from '@scangate/domain/scans/units/unit-groups';
import { ScanFailed } from '@scangate/engines/model/failure';
import { unknownFindings, type ReviewedFindings } from '@scangate/engines/model/gate/reviewed-findings';
import { readsSource } from '@scangate/engines/model/scan-type';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import { withTexts } from '@scangate/engines/units/gradle-of-other-units';
import type { BlobStreamer } from '#ports/blobs.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { OpenSecretVerifier } from '#ports/scans/secret-verifiers.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import {
  CommitTooLarge,
  type FetchedSource,
  type FetchedUnit,
  type RefusedSource,
  type SourceLocation,
  type SourceRequest,
  type Sources,
} from '#ports/git-sources.ts';
import type { SourceDetector } from '#ports/unit-assessor.ts';
import type { SecretDecrypter } from '#ports/secret-cipher.ts';
import type { FingerprintKeys } from '#ports/scans/fingerprint-keys.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { archiveCarrier } from '#app/archives/inline-archives.ts';
import { decryptCredential } from '#app/repositories/decrypt-credential.ts';
import { allowsCode, codeFile, detectReviewedFindings } from './detect-reviewed-findings.ts';
import { fetchFiles, fetchMore, type FetchedFiles } from './fetch-files.ts';
import { shouldRetryWithMoreMemory, readRange } from './read-commit-range.ts';
import { readReviewedSide, type ReviewedSideRequest } from './read-reviewed-side.ts';

export interface SourcePorts {
  sources: Pick<Sources, 'fetchCommit' | 'fetchCommitRange' | 'resolveBranch' | 'ancestorsOf'>;
  repositorySecrets: SecretDecrypter;
  fingerprintKeys: FingerprintKeys;
  log: Log;
  blobs: BlobStreamer<'work'>;
  sourceArchive: SourceArchive;
  detector: SourceDetector;
  openSecretVerifier: OpenSecretVerifier;
  /** Whether a function with more memory fetches the commit again when this one fails. */
  retriesWithMore?: boolean;
}

/** The report of the function: its findings, or an expected failure as data. */
export type SourceReport = FetchedSource | RefusedSource;

/** The reviewed side has to be read within this time, or nothing in the repository suppresses. */
const reviewedMs = 150_000;
/** The history of the change is read within this time, or reported as not examined. */
const rangeMs = 90_000;
const noBytes = new Uint8Array();

const tookTooLong = (): ScanFailed =>
  new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');

/** The report of a fetch that ended with its scan. */
export const stoppedReport: RefusedSource = { failure: tookTooLong().failure, stopped: true };

/**
 * Packs one archive for each unit that is scanned, for the tasks that scan them. The archive is stored, or carried
 * if that was requested and no unit is large.
 */
const packUnits = async (
  request: SourceRequest,
  { spool, survey: { found, selected, ids }, skipped }: FetchedFiles,
  { blobs, sourceArchive }: SourcePorts,
): Promise<{ units: FetchedUnit[] } & Pick<FetchedSource, 'large' | 'contents'>> => {
  const sizes = new Map(spool.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const filesOf = filesByUnit<{ path: string }>(ids.keys(), skipped, found);
  const { organizationId } = request.repository;
  const store = (projectUnitId: string, archive: Readable): Promise<void> => {
    const name = `${request.scan.scanId}/${projectUnitId}`;
    return blobs.putStream({ area: 'work', organizationId, name }, archive, 'application/gzip');
  };
  const units: FetchedUnit[] = [];
  const packed = selected.flatMap(({ unit, key: reuseKey, kept }) => {
    const { projectUnitId } = unit;
    const reused = kept && { sourceBytes: kept.bytes, reusedFrom: kept.scanId };
    if (reuseKey && reused) units.push({ projectUnitId, reuseKey, ...reused });
    if (reused) return [];
    const { paths, ...files } = filesOf(unit);
    const fetched = paths.filter((path) => sizes.has(path));
    const bytes = fetched.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    if (reuseKey) units.push({ projectUnitId, reuseKey, sourceBytes: bytes });
    return [{ projectUnitId, bytes, files, fetched }];
  });
  const large = packed
    .filter(({ bytes, fetched }) => isLargeUnit({ bytes, files: fetched.length }))
    .map(({ projectUnitId }) => projectUnitId);
  const carrier = request.carries && large.length === 0 ? archiveCarrier(store) : undefined;
  const read = (path: string): Uint8Array => spool.read(path);
  const readIfThere = (path: string) => (sizes.has(path) ? read(path) : undefined);
  for (const { projectUnitId, files, fetched } of packed) {
    const ofOthers = withTexts(files.elsewhere, readIfThere);
    const archive = sourceArchive.pack({ ...files, paths: fetched, read }, [...files.skipped, ...ofOthers]);
    await (carrier ? carrier.take(projectUnitId, archive) : store(projectUnitId, archive));
  }
  return { units, large, ...(carrier && { contents: carrier.contents }) };
};

/**
 * Fetches the code of units that reuse a result, if a comment of the commit allows code: whether the reviewed side
 * has the same weakness depends on its callers.
 */
const fetchFollowedCode = async (
  { scan: { commitHash, scanTypes } }: SourceRequest,
  files: FetchedFiles,
  { ports, signal }: { ports: SourcePorts; signal: AbortSignal },
): Promise<void> => {
  const { survey, spool, commented } = files;
  const fetched = new Set(spool.paths);
  const read = (path: string): Uint8Array => spool.read(path);
  const isFollowed =
    survey.selected.some(({ kept }) => kept?.allowsCode) ||
    commented.some((path) => fetched.has(path) && allowsCode(path, { read }));
  if (!survey.selection || !scanTypes.includes('sast') || !isFollowed) return;
  const missing = [...survey.ids].filter(([path]) => codeFile.test(path) && !fetched.has(path));
  const ids = [...new Set(missing.map(([, id]) => id))];
  if (ids.length > 0) await fetchMore(files, { commitHash, ids }, { ports, signal });
};

/**
 * Decides how the findings of the reviewed side are searched for. Findings that take too long stay unknown, which is
 * never less severe.
 */
const findingsRequest = (
  asked: SourceRequest,
  files: FetchedFiles,
  { ports, lineKey, signal }: { ports: SourcePorts; lineKey: string; signal: AbortSignal },
): { findings?: NonNullable<ReviewedSideRequest['findings']>; close: () => void } => {
  const scanTypes = asked.scan.scanTypes.filter(readsSource);
  if (scanTypes.length === 0) return { close: () => undefined };
  const { spool, survey, commented, skipped } = files;
  // A link is never the same file as another one, so that its text counts as changed.
  const links = skipped.filter(({ reason }) => reason === 'link').map(({ path }) => [path, ''] as const);
  const question = { scanTypes, lineKey, customRules: asked.customRules };
  const differing = ports.sourceArchive.openSpool();
  const detect = async (same: readonly string[]): Promise<ReviewedFindings> => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(reviewedMs)]);
    try {
      await fetchFollowedCode(asked, files, { ports, signal: inTime });
      const fetched = new Set(spool.paths);
      const read = (path: string): Uint8Array => (fetched.has(path) ? spool.read(path) : noBytes);
      const reviewed = { paths: [...differing.paths], read: (path: string) => differing.read(path), same };
      const head = { ids: new Map([...survey.ids, ...links]), commented, read };
      return await detectReviewedFindings({ head, reviewed, question }, ports, inTime);
    } catch (error) {
      if (shouldRetryWithMoreMemory(error, ports)) throw error;
      ports.log.warn('the findings of the reviewed side are unknown', errorFields(error));
      return unknownFindings;
    }
  };
  return { findings: { spool: differing, detect }, close: () => differing.close() };
};

/**
 * Reads the reviewed side. If a host does not provide it, the scan does not fail, but nothing in the repository
 * suppresses findings.
 */
const reviewedSideOf = async (
  asked: SourceRequest,
  files: FetchedFiles,
  { ports, lineKey, signal }: { ports: SourcePorts; lineKey: string; signal: AbortSignal },
): Promise<Pick<FetchedSource, 'reviewed' | 'reviewedFindings'>> => {
  const { scan, reviewed } = asked;
  if (!reviewed) return {};
  const { location, survey, commented } = files;
  const { findings, close } = findingsRequest(asked, files, { ports, lineKey, signal });
  const request = {
    location,
    commitHash: scan.commitHash,
    ...reviewed,
    ids: survey.ids,
    commented,
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
    if (signal.aborted) throw tookTooLong();
    if (shouldRetryWithMoreMemory(error, ports)) throw error;
    ports.log.warn('the reviewed side cannot be read', errorFields(error));
    return { reviewedFindings: unknownFindings };
  } finally {
    close();
  }
};

/** Reads the additions that the commits between a reviewed base and the commit removed again. */
const rangeOf = async (
  {
    location,
    lineKey,
    scan: { commitHash, scanTypes },
    reviewed: { base } = { branches: [] },
    customRules,
    rangeChecks = 0,
  }: SourceRequest & { location: SourceLocation; lineKey: string },
  { reviewed: side }: Pick<FetchedSource, 'reviewed'>,
  { ports, signal }: { ports: SourcePorts; signal: AbortSignal },
): Promise<Pick<FetchedSource, 'range'>> => {
  if (side?.base !== 'reviewed' || base === undefined || !scanTypes.includes('secrets')) return {};
  const known = side.headIsReviewed ? [base] : [...new Set([base, side.tip])];
  const secretVerifier = rangeChecks > 0 ? ports.openSecretVerifier(rangeChecks, signal) : undefined;
  const request = { location, head: commitHash, known, lineKey, customRules, secretVerifier };
  return { range: await readRange(request, ports, { signal, timeoutMs: rangeMs }) };
};

/**
 * Fetches a commit, finds its units and stores or returns the files of those that are scanned. It writes no record:
 * its caller registers and charges what it reports. A second run stores the same objects again.
 */
export const fetchSource = async (
  request: SourceRequest,
  ports: SourcePorts,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<SourceReport> => {
  const { repository, reuse, reviewed } = request;
  const spool = ports.sourceArchive.openSpool();
  try {
    const location = await decryptCredential(repository, ports.repositorySecrets);
    const isKeyed = reuse !== undefined || reviewed !== undefined;
    const lineKey = isKeyed ? await ports.fingerprintKeys.keyOf(repository.organizationId) : '';
    const files = await fetchFiles({ location, request, lineKey }, { spool, ports }, signal);
    const { units, ...packed } = await packUnits(request, files, ports);
    const side = await reviewedSideOf(request, files, { ports, lineKey, signal });
    const range = await rangeOf({ ...request, location, lineKey }, side, { ports, signal });
    // A timeout is reported as such, so that a function with more time fetches again.
    if (signal.aborted) throw tookTooLong();
    const { survey, ignoreFiles } = files;
    return { found: survey.found, ...packed, ignoreFiles, ...(reuse && { units }), ...side, ...range };
  } catch (error) {
    if (error instanceof CommitTooLarge) return { failure: error.failure, found: error.found };
    if (error instanceof ScanFailed) return { failure: error.failure };
    throw error;
  } finally {
    spool.close();
  }
};
