import { ScanFailed } from '@scangate/engines/model/failure';
import type { IgnoreText } from '@scangate/engines/model/gate/reviewed-side';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { sourceLimits } from '@scangate/engines/model/source-files';
import type { SourceSpool } from '#ports/source-archive.ts';
import {
  CommitTooLarge,
  SourceFailure,
  type SourceLocation,
  type SourceRequest,
  type Sources,
} from '#ports/git-sources.ts';
import { isIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { keepIgnoreFile } from './read-reviewed-side.ts';
import { surveyCommit, type Survey } from './reuse/survey-commit.ts';

/** Files that contain this text may have comments that allow findings. */
const allowMark = 'scangate:allow';

interface FilePorts {
  sources: Pick<Sources, 'fetchCommit'>;
  /** Whether a function with more memory and disk fetches what this one does not. */
  retriesWithMore?: boolean;
}

/** A function with little memory and disk leaves a larger commit to the other one. */
const smallBytes = 128 * 1024 * 1024;

/** A commit whose files are in the spool, except for those of units that reuse an earlier result. */
export interface FetchedFiles {
  location: SourceLocation;
  spool: SourceSpool;
  survey: Survey;
  skipped: SkippedFile[];
  /** The paths of the files that may have allow comments. */
  commented: string[];
  ignoreFiles: IgnoreText[];
}

/** Translates the failure of a host. Failures without a code of their own are a `system_error` with their reason. */
const scanFailure = ({ errorCode, message }: SourceFailure): ScanFailed => {
  const hasNoCode = errorCode === 'source_invalid' || errorCode === 'source_too_large';
  return new ScanFailed(hasNoCode ? 'system_error' : errorCode, message);
};

/** Says which units a commit has that is too large as a whole. */
const tooLargeAsWhole = ({ message }: SourceFailure, { found }: Survey): CommitTooLarge =>
  new CommitTooLarge(
    {
      errorCode: 'system_error',
      error: `${message} A scan of one of its ${found.length} project units reads only the files of that unit.`,
    },
    found,
  );

/** Converts the expected failures of a source to those of the scan. */
const asScanFailures = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceFailure) throw scanFailure(error);
    if (signal.aborted) throw new ScanFailed('workflow_timeout', 'Fetching the commit took too long.');
    throw error;
  }
};

const hasMark = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, byteLength).includes(allowMark);

/** Files that are not fetched count as well: a commit is too large whether it was scanned before or not. */
const requireSize = ({ selected }: Survey, { entries }: SourceSpool): void => {
  const kept = selected.reduce((sum, unit) => sum + (unit.kept?.bytes ?? 0), 0);
  const fetched = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const { totalBytes } = sourceLimits;
  if (kept > 0 && kept + fetched > totalBytes)
    throw new ScanFailed('system_error', `The commit's files are larger than ${totalBytes} bytes together.`);
};

/**
 * Fetches the files of the commit into the spool. If units may reuse a result, the trees are fetched first.
 * @throws ScanFailed
 */
export const fetchFiles = async (
  { location, request, lineKey }: { location: SourceLocation; request: SourceRequest; lineKey: string },
  { spool, ports }: { spool: SourceSpool; ports: FilePorts },
  signal: AbortSignal,
): Promise<FetchedFiles> => {
  const commented = new Set<string>();
  const ignoreFiles: IgnoreText[] = [];
  let survey: Survey | undefined;
  const { commitHash, projectUnitId } = request.scan;
  const isNamed = projectUnitId !== undefined;
  const fetched = {
    location,
    commitHash,
    limits: ports.retriesWithMore ? { ...sourceLimits, totalBytes: smallBytes } : sourceLimits,
    treesFirst: Object.keys(request.reuse?.kept ?? {}).length > 0,
    checksSize: isNamed || !ports.retriesWithMore,
    selection: (entries: Parameters<typeof surveyCommit>[1]) => {
      survey = surveyCommit(request, entries, lineKey);
      return survey.selection;
    },
  };
  const skipped = await asScanFailures(async () => {
    try {
      const commit = await ports.sources.fetchCommit(fetched, signal);
      for await (const { path, content } of commit.files) {
        spool.add(path, content);
        if (isIgnoreFile(path)) keepIgnoreFile(ignoreFiles, path, content);
        if (hasMark(content)) commented.add(path);
      }
      return commit.skipped;
    } catch (error) {
      const isTooLarge = error instanceof SourceFailure && error.errorCode === 'source_too_large';
      throw isTooLarge && !isNamed && survey && survey.found.length > 1
        ? tooLargeAsWhole(error, survey)
        : error;
    }
  }, signal);
  if (!survey) throw new Error('the directories of the commit were not listed');
  requireSize(survey, spool);
  for (const { kept } of survey.selected) for (const path of kept?.commented ?? []) commented.add(path);
  return { location, spool, survey, skipped, commented: [...commented].toSorted(), ignoreFiles };
};

/**
 * Fetches files of a commit that were left out, by the ids of their contents.
 * @throws ScanFailed
 */
export const fetchMore = async (
  { location, spool }: FetchedFiles,
  { commitHash, ids }: { commitHash: string; ids: readonly string[] },
  { ports, signal }: { ports: FilePorts; signal: AbortSignal },
): Promise<void> => {
  const selection = { names: [], paths: [], ids };
  await asScanFailures(async () => {
    const { files } = await ports.sources.fetchCommit(
      { location, commitHash, limits: sourceLimits, selection },
      signal,
    );
    for await (const { path, content } of files) spool.add(path, content);
  }, signal);
};
