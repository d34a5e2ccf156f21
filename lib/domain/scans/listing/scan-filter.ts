import { addMs, dayMs, type InstantRange } from '@scangate/domain/instant';
import { storedCommitHash } from '@scangate/domain/repositories/commit-hash';
import {
  activeStatuses,
  type Instant,
  type Scan,
  type ScanListing,
  type ScanStatus,
  type SourceTrigger,
} from '@scangate/domain/records';
import { scanIdFrom } from '@scangate/domain/scans/listing/scan-id';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { branchKey } from './scan-listings.ts';

export interface ScanFilter {
  repositoryId?: string | undefined;
  commit?: string | undefined;
  branch?: string | undefined;
  status?: ScanStatus | undefined;
  verdict?: Verdict['verdict'] | undefined;
  sourceTrigger?: SourceTrigger | undefined;
  /** When the scan was created. */
  created?: InstantRange | undefined;
}

/** Lookup and value of the list that a filter reads. */
export type ScanLookupValue = Pick<ScanListing, 'lookup' | 'value'>;

/** A failed or canceled scan has the verdict ERROR, so that a filter by status uses the same list. */
const verdictOf = ({ verdict, status }: ScanFilter): Verdict['verdict'] | undefined =>
  verdict ?? (status === 'failed' || status === 'cancelled' ? 'ERROR' : undefined);

/**
 * Chooses the list with the fewest scans for a filter: those of a commit, a branch, a verdict, a repository.
 * Undefined means all scans of the organization, newest first.
 */
export const lookupOf = (filter: ScanFilter): ScanLookupValue | undefined => {
  if (filter.commit !== undefined) return { lookup: 'commit', value: storedCommitHash(filter.commit) };
  if (filter.branch !== undefined) return { lookup: 'branch', value: branchKey(filter.branch) };
  const verdict = verdictOf(filter);
  if (verdict !== undefined) return { lookup: 'verdict', value: verdict };
  if (filter.repositoryId !== undefined)
    return { lookup: 'repository', value: filter.repositoryId.toLowerCase() };
  return undefined;
};

const agrees = <T>(wanted: T | undefined, found: T | undefined): boolean =>
  wanted === undefined || wanted === found;

/** Returns whether a scan may match, judging by its listing without reading the scan. */
export const mayMatch = (
  { repositoryId, commitHash, branch }: Pick<ScanListing, 'repositoryId' | 'commitHash' | 'branch'>,
  filter: ScanFilter,
): boolean =>
  agrees(filter.repositoryId?.toLowerCase(), repositoryId) &&
  agrees(filter.commit && storedCommitHash(filter.commit), commitHash) &&
  agrees(filter.branch, branch);

const isWithin = (instant: Instant, { from, through }: InstantRange = {}): boolean =>
  (from === undefined || instant >= from) && (through === undefined || instant <= through);

/** Whether a scan matches a filter. */
export const matchesFilter = (scan: Scan, filter: ScanFilter): boolean =>
  mayMatch(scan, filter) &&
  agrees(filter.status, scan.status) &&
  agrees(filter.verdict, scan.verdict?.verdict) &&
  agrees(filter.sourceTrigger, scan.sourceTrigger) &&
  isWithin(scan.createdAt, filter.created);

/** Returns the position at which a list of the newest scans begins: after the scans that are too new for a filter. */
export const startOf = ({ created }: ScanFilter, cursor: string | undefined): string | undefined => {
  if (created?.through === undefined) return cursor;
  const first = scanIdFrom(addMs(created.through, 1));
  return cursor !== undefined && cursor < first ? cursor : first;
};

/** Returns whether everything after a position of a list is too old for a filter. */
export const isBefore = (position: string, { created }: ScanFilter): boolean =>
  created?.from !== undefined && position < scanIdFrom(created.from);

/** Returns whether the chosen list only holds matches, so that no more is read than is shown. */
export const isDecidedByList = ({ created: _range, ...filter }: ScanFilter): boolean =>
  Object.values(filter).filter((value) => value !== undefined).length <= (lookupOf(filter) ? 1 : 0);

/** A scan ends within two hours, even when its execution was lost, so that no older one is active. */
const activeWithinMs = dayMs;

/** Returns whether this scan and all older ones are too old to match. */
export const endsList = ({ createdAt }: Scan, { status, created }: ScanFilter, now: Date): boolean =>
  (created?.from !== undefined && createdAt < created.from) ||
  (status !== undefined &&
    activeStatuses.includes(status) &&
    now.getTime() - Date.parse(createdAt) > activeWithinMs);
