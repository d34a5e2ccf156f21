import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Scan } from '@scangate/domain/records';
import { pullRequestOf, type BaseRequest } from '../base/validate-base.ts';

/** The statement of a pipeline about itself. It describes a scan, and no decision depends on it. */
export type PipelineStatement = Pick<Scan, 'ci' | 'pullRequest'>;

/** A scan together with the statement of its pipeline, as views show it. */
export type DescribedScan = Omit<Scan, 'pipelineDigest'> & {
  /** The digest refers to a statement outside of the scan's record. */
  pipelineDigest?: never;
  /** Set when the scan has a statement whose object is lost: `ci` and the URL of `pullRequest` are unknown. */
  pipelineStatement?: 'missing';
};

/** A statement as the object of one scan, named by the digest of its content. */
export interface StoredStatement {
  digest: string;
  content: string;
}

/** Returns the name of the object with this content. */
export const statementDigest = (content: string): string => sha256(content).slice(0, 32);

/**
 * Returns the object for the statement of a pipeline beyond the number of its pull request; undefined if there is
 * none. It contains the id of its scan, so that it is the object of no other one and may be removed with it.
 */
const storedStatement = (
  { ci, pullRequest }: PipelineStatement,
  scanId: string,
): StoredStatement | undefined => {
  if (!ci && pullRequest?.url === undefined) return undefined;
  const content = canonicalJson({ ...(ci && { ci }), ...(pullRequest && { pullRequest }), scanId });
  return { digest: statementDigest(content), content };
};

/** Returns the object for the statement of a caller and its request. */
export const statementOf = (
  { ci }: Pick<Caller, 'ci'>,
  request: BaseRequest,
  scanId: string,
): StoredStatement | undefined => storedStatement({ ...(ci && { ci }), ...pullRequestOf(request) }, scanId);

/** Returns a scan in its recorded form: with the digest of the statement, and only the number of the pull request. */
export const recordedScan = (scan: Omit<DescribedScan, 'pipelineStatement'>): Scan => {
  const stored = storedStatement(scan, scan.scanId);
  if (!stored) return scan;
  const { ci: _ci, pullRequest, ...rest } = scan;
  return {
    ...rest,
    ...(pullRequest && { pullRequest: { number: pullRequest.number } }),
    pipelineDigest: stored.digest,
  };
};

/** Returns a recorded scan with the statement of its digest, or with a note that it is missing. */
export const withStatement = (
  { pipelineDigest, ...scan }: Scan,
  statement?: PipelineStatement,
): DescribedScan => {
  if (pipelineDigest === undefined) return scan;
  return statement ? { ...scan, ...statement } : { ...scan, pipelineStatement: 'missing' };
};
