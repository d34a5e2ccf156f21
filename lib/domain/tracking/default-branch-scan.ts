import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { queueShard } from '../due-queue.ts';
import { addMs, dayMs, hourMs, minuteMs } from '../instant.ts';
import { Transient } from '../problem.ts';
import type { Repository, Scan } from '../records.ts';
import type { FollowedCommit, FollowedScan } from './tracking-records.ts';

/** Thrown when another scan of the repository was followed after the followed commit was read. */
class FollowConflict extends Conflict {
  constructor() {
    super('another scan of the repository was followed since');
  }
}

/** Returns whether a scan may be followed, judging by the scan alone; the repository makes the final decision. */
export const mayBeFollowed = ({ status, artifact, reviewed }: Scan): boolean =>
  status === 'completed' && (artifact !== undefined || reviewed?.headIsReviewed === true);

/**
 * Returns whether a scan describes the default branch: it completed, and its commit is proven to be on the branch;
 * or it is of an artifact, and the repository counts those as its default branch.
 */
export const isOfDefaultBranch = (scan: Scan, repository: Repository): boolean => {
  if (!mayBeFollowed(scan) || repository.disconnectedAt !== undefined) return false;
  if (scan.artifact) return repository.artifactsAsDefault === true;
  return scan.reviewed?.branch === repository.defaultBranch;
};

/** `prove`: only the host can tell which commit is the newer one. */
export type Succession = 'same_scan' | 'newer' | 'older' | 'prove';

/** Scan ids sort by creation. An artifact follows those of its unit, and newer commits. */
const artifactSuccession = (scan: Scan, followed: FollowedCommit): Succession => {
  const before = followed.artifacts?.[scan.projectUnitId ?? ''];
  const isLate = before !== undefined && before > scan.scanId;
  const isBehindCommit = followed.newest !== undefined && followed.newest.scanId > scan.scanId;
  return isLate || isBehindCommit ? 'older' : 'newer';
};

/** Compares a scan with the followed one; an older commit never replaces a newer one. */
export const successionOf = (scan: Scan, followed: FollowedCommit | undefined): Succession => {
  if (!followed) return 'newer';
  if (followed.seen.scanId === scan.scanId) return 'same_scan';
  if (scan.artifact) return artifactSuccession(scan, followed);
  const { newest } = followed;
  if (!newest || newest.branch !== scan.reviewed?.branch) return 'newer';
  if (newest.commitHash !== scan.commitHash) return 'prove';
  return (scan.finishedAt ?? '') > newest.at ? 'newer' : 'older';
};

/** The time after which the host is asked again: as long as it has not answered, within these bounds. */
const [shortestRetryMs, longestRetryMs] = [5 * minuteMs, 6 * hourMs];
/** A host that has not answered for this long is not asked again about this scan. */
const givenUpMs = 30 * dayMs;

/** Both put a scan into the queue, so that each is only changed as long as the other one is as it was read. */
const refundsAsRead = ({ refundsDue }: Scan) => ({
  when: [{ field: 'refundsDue' as const, is: refundsDue ? ('present' as const) : ('absent' as const) }],
  onConflict: () => new Transient('the refunds of the scan were completed since it was read'),
});

/**
 * Has the host asked again whether the commit of a scan is newer than the followed one. No answer is no decision.
 * @returns no changes when it has not answered for too long.
 */
export const postponeFollowing = (
  scan: Scan,
  { retryAfterSeconds = 0 }: { retryAfterSeconds?: number | undefined },
  now: Date,
): Change<'scan'>[] => {
  const { organizationId, scanId, unfollowedSince, refundsDue } = scan;
  const since = unfollowedSince ?? now.toISOString();
  const waitedMs = now.getTime() - Date.parse(since);
  if (waitedMs > givenUpMs) return [];
  const retryMs = Math.min(Math.max(waitedMs, shortestRetryMs, retryAfterSeconds * 1000), longestRetryMs);
  return [
    {
      change: 'update',
      record: 'scan',
      id: { organizationId, scanId },
      set: {
        unfollowedSince: since,
        // Refunds that are due do not wait for the host.
        ...(!refundsDue && { dueQueue: queueShard('scan', scanId), dueAt: addMs(now, retryMs) }),
      },
      ...refundsAsRead(scan),
    },
  ];
};

/** Takes a scan out of the queue for which the host has answered, or is not asked again. */
export const settleFollowing = (scan: Scan): Change<'scan'>[] => {
  const { organizationId, scanId, unfollowedSince, refundsDue } = scan;
  if (unfollowedSince === undefined) return [];
  return [
    {
      change: 'update',
      record: 'scan',
      id: { organizationId, scanId },
      // Refunds that are due keep their place.
      unset: ['unfollowedSince', ...(refundsDue ? [] : (['dueQueue', 'dueAt'] as const))],
      ...refundsAsRead(scan),
    },
  ];
};

/** The limit of followed scans whose events are emitted together. */
const maxUntold = 20;

const followedScan = ({ scanId, commitHash, scanTypes, projectUnitId, ...scan }: Scan): FollowedScan => ({
  scanId,
  commitHash,
  at: scan.finishedAt ?? scan.createdAt,
  scanTypes,
  ...(projectUnitId !== undefined && { projectUnitId }),
});

/** Lists the scans whose events are due: this one, and those whose run was interrupted. */
const tellingOf = ({ at }: FollowedScan, { telling = [] }: Partial<FollowedCommit> = {}): string[] => [
  ...telling.slice(1 - maxUntold),
  at,
];

/**
 * Follows a scan: from now on, writes that were decided from an older one are refused.
 * @param hasListener whether a subscriber gets the findings that it introduces or fixes.
 */
export const trackDefaultBranch = (
  scan: Scan,
  followed: FollowedCommit | undefined,
  hasListener = false,
): { followed: FollowedCommit; changes: Change<'followedCommit'>[] } => {
  const { organizationId, repositoryId, reviewed, artifact, units } = scan;
  const version = followed?.version ?? 0;
  const artifacts = artifact && { ...followed?.artifacts, [scan.projectUnitId ?? '']: scan.scanId };
  const seen = followedScan(scan);
  const { scanId, commitHash, at } = seen;
  const newest =
    artifact || !reviewed ? followed?.newest : { scanId, commitHash, at, branch: reviewed.branch };
  const item: FollowedCommit = {
    organizationId,
    repositoryId,
    ...(newest && { newest }),
    version: version + 1,
    seen,
    ...(followed && { previous: followed.seen }),
    units: [
      ...new Set([...(followed?.units ?? []), ...units.map(({ projectUnitId }) => projectUnitId)]),
    ].toSorted(),
    ...(artifacts && { artifacts }),
    ...(hasListener && { telling: tellingOf(seen, followed) }),
  };
  const replaced = [{ field: 'version', is: 'equal', value: version } as const];
  return {
    followed: item,
    changes: [
      {
        change: 'insert',
        record: 'followedCommit',
        item,
        ...(followed && { replaceIf: replaced }),
        onConflict: () => new FollowConflict(),
      },
    ],
  };
};

/** Lists the units that a scan proves to be gone: it covered all units of its commit, and they are not among them. */
export const goneUnits = (
  { projectUnitId, artifact, units }: Pick<Scan, 'projectUnitId' | 'artifact' | 'units'>,
  followed: FollowedCommit,
): string[] => {
  if (projectUnitId !== undefined || artifact) return [];
  const present = new Set(units.map((unit) => unit.projectUnitId));
  return followed.units.filter((id) => !present.has(id));
};

/** Ends the following of a scan: forgets units without open findings, and marks its events as emitted. */
export const endFollowing = (
  { organizationId, repositoryId, version, units, telling }: FollowedCommit,
  emptied: readonly string[],
): Change<'followedCommit'>[] => {
  if (emptied.length === 0 && !telling) return [];
  const left = units.filter((id) => !emptied.includes(id));
  return [
    {
      change: 'update',
      record: 'followedCommit',
      id: { organizationId, repositoryId },
      set: { units: left },
      ...(telling && { unset: ['telling'] }),
      when: [
        { field: 'version', is: 'equal', value: version },
        ...(telling ? [{ field: 'telling', is: 'present' } as const] : []),
      ],
      onConflict: () => new FollowConflict(),
    },
  ];
};
