import { dayMs } from '@scangate/domain/instant';
import { activeStatuses, type Scan, type ScanListing, type ScanStatus } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { branchKey } from './scan-listings.ts';

export interface ScanFilter {
  repositoryId?: string | undefined;
  commit?: string | undefined;
  branch?: string | undefined;
  status?: ScanStatus | undefined;
  verdict?: Verdict['verdict'] | undefined;
}

/** Lookup and value of the list that a filter reads. */
export type ScanLookupValue = Pick<ScanListing, 'lookup' | 'value'>;

/** A failed or cancelled scan has the verdict ERROR, so that its status finds the same list. */
const verdictOf = ({ verdict, status }: ScanFilter): Verdict['verdict'] | undefined =>
  verdict ?? (status === 'failed' || status === 'cancelled' ? 'ERROR' : undefined);

/**
 * Chooses the list with the fewest scans for a filter: those of a commit, a branch, a verdict, a repository. Undefined
 * means all scans of the organization, newest first.
 */
export const lookupOf = (filter: ScanFilter): ScanLookupValue | undefined => {
  if (filter.commit !== undefined) return { lookup: 'commit', value: filter.commit.toLowerCase() };
  if (filter.branch !== undefined) return { lookup: 'branch', value: branchKey(filter.branch) };
  const verdict = verdictOf(filter);
  if (verdict !== undefined) return { lookup: 'verdict', value: verdict };
  if (filter.repositoryId !== undefined)
    return { lookup: 'repository', value: filter.repositoryId.toLowerCase() };
  return undefined;
};

const agrees = <T>(wanted: T | undefined, found: T | undefined): boolean =>
  wanted === undefined || wanted === found;

/** Whether a scan may match, by what its listing says without reading the scan. */
export const mayMatch = (
  { repositoryId, commitHash, branch }: Pick<ScanListing, 'repositoryId' | 'commitHash' | 'branch'>,
  filter: ScanFilter,
): boolean =>
  agrees(filter.repositoryId?.toLowerCase(), repositoryId) &&
  agrees(filter.commit?.toLowerCase(), commitHash) &&
  agrees(filter.branch, branch);

/** Whether a scan matches a filter. */
export const matchesFilter = (scan: Scan, filter: ScanFilter): boolean =>
  mayMatch(scan, filter) &&
  agrees(filter.status, scan.status) &&
  agrees(filter.verdict, scan.verdict?.verdict);

/** A scan ends within two hours, even when its execution was lost, so that no older one is active. */
const activeWithinMs = dayMs;

/** Whether this scan and all older ones are too old to match. */
export const endsList = ({ createdAt }: Scan, { status }: ScanFilter, now: Date): boolean =>
  status !== undefined &&
  activeStatuses.includes(status) &&
  now.getTime() - Date.parse(createdAt) > activeWithinMs;
