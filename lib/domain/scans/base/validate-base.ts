import { Problem } from '@scangate/domain/problem';
import { invalidField } from '@scangate/domain/invalid-field';
import type { Repository, Scan } from '@scangate/domain/records';

/** The part of a scan request that names the base of its comparison. */
export interface BaseRequest {
  /** The commit to compare with, which has to be on the reviewed side. */
  baseCommitHash?: string | undefined;
  /** The earlier scan with which an artifact is compared. */
  baseScanId?: string | undefined;
  pullRequest?: { number: number; url?: string | undefined } | undefined;
}

const urlLimitBytes = 512;

const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;

/** @throws Problem validation_failed for a URL that leads anywhere but to the host of the repository. */
const validateUrl = (url: string, repository: Pick<Repository, 'url'>): void => {
  const pointer = '/pullRequest/url';
  if (Buffer.byteLength(url) > urlLimitBytes)
    throw invalidField(pointer, `The URL of a pull request has at most ${urlLimitBytes} bytes.`);
  const host = hostOf(url);
  if (host === undefined || !/^https?:$/.test(new URL(url).protocol))
    throw invalidField(pointer, 'The URL of a pull request is an http or https URL.');
  if (host !== hostOf(repository.url))
    throw invalidField(pointer, 'The URL of a pull request must be at the host of the repository.');
};

/**
 * Validates the base of a request, using only the request and the repository.
 * @throws Problem validation_failed
 */
export const validateBase = (
  request: BaseRequest & { commitHash: string },
  { repository, isArtifact }: { repository: Pick<Repository, 'url'>; isArtifact: boolean },
): void => {
  const { baseCommitHash, baseScanId, pullRequest, commitHash } = request;
  if (baseCommitHash !== undefined && baseScanId !== undefined)
    throw invalidField('/baseScanId', 'Send either baseCommitHash or baseScanId, not both.');
  if (baseCommitHash !== undefined && isArtifact)
    throw invalidField('/baseCommitHash', 'An artifact is compared with a scan: send baseScanId.');
  if (baseScanId !== undefined && !isArtifact)
    throw invalidField('/baseScanId', 'A commit is compared with a commit: send baseCommitHash.');
  if (baseCommitHash !== undefined && baseCommitHash.length !== commitHash.length)
    throw invalidField('/baseCommitHash', 'Both hashes belong to one repository and have one length.');
  if (pullRequest?.url !== undefined) validateUrl(pullRequest.url, repository);
};

/** Returns the base with which a scan is compared. */
export const baseOf = ({ baseCommitHash, baseScanId }: BaseRequest): Pick<Scan, 'base'> => {
  if (baseCommitHash !== undefined) return { base: { commitHash: baseCommitHash } };
  return baseScanId === undefined ? {} : { base: { scanId: baseScanId } };
};

/** Returns the pull request of a scan. */
export const pullRequestOf = ({ pullRequest }: BaseRequest): Pick<Scan, 'pullRequest'> => {
  if (!pullRequest) return {};
  const { number, url } = pullRequest;
  return { pullRequest: { number, ...(url !== undefined && { url }) } };
};

/**
 * Refuses a scan with which an artifact cannot be compared.
 * @throws Problem scan_not_found or validation_failed.
 */
export const requireBaseScan = (
  found: Scan | undefined,
  { repositoryId }: Pick<Repository, 'repositoryId'>,
): void => {
  if (!found)
    throw new Problem('scan_not_found', { detail: 'The organization has no scan with this baseScanId.' });
  if (found.repositoryId !== repositoryId)
    throw invalidField('/baseScanId', 'The base is a scan of another repository.');
  if (found.status !== 'completed') throw invalidField('/baseScanId', 'The base is not a completed scan.');
};
