import { digestOf } from '@scangate/engines/model/digest';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Dedup, Instant, Organization, Repository, Scan } from '../records.ts';

/** The row of an active scan does not expire by itself. */
const never: Instant = '9999-12-31T23:59:59.999Z';
const immediately: Instant = '1970-01-01T00:00:00.000Z';
const keptAfterCompletionMs = dayMs;

/** Thrown when an equal scan is active or completed within the last day. */
export class DuplicateScanConflict extends Conflict {
  readonly scanId: string;

  /** @param scanId of the equal scan. */
  constructor(scanId: string) {
    super('an equal scan exists');
    this.scanId = scanId;
  }
}

/** Thrown when another scan of the same request, which is not equal, has taken the dedup row. */
export class DedupTakenConflict extends Conflict {
  constructor() {
    super('another scan of the same request holds the dedup row');
  }
}

const shortDigestOf = (content: readonly unknown[]): string =>
  digestOf(content).slice('sha256:'.length, 'sha256:'.length + 32);

/** The part of a request that distinguishes two scans of a repository. */
interface RequestedScan extends Pick<Scan, 'commitHash' | 'projectUnitId' | 'base' | 'pullRequest'> {
  /** `all` for the full scope. */
  types: readonly ScanType[] | 'all';
}

/**
 * Returns the digest that equal requests share. It only depends on the request, so that the row is loaded together
 * with the records by which the request is judged (docs/adr/0015-scan-scope-and-units.md).
 */
export const dedupDigest = ({ commitHash, projectUnitId, types, base, pullRequest }: RequestedScan): string =>
  shortDigestOf([commitHash, projectUnitId ?? null, types, base ?? null, pullRequest ?? null]);

/** The facts other than the request on which its verdict depends. */
type Conditions = Pick<Scan, 'scanTypes' | 'policyDigest'> &
  Pick<Organization, 'waiversMark'> &
  Pick<Repository, 'defaultBranch' | 'reviewedBranches' | 'reuse'>;

/** The conditions that two scans of one request share when they are equal. */
export type DedupConditions = Required<Pick<Dedup, 'conditions' | 'branches'>>;

/** Returns what two scans of one request share when they are equal. */
export const dedupConditions = ({
  scanTypes,
  policyDigest,
  waiversMark,
  defaultBranch,
  reviewedBranches = [],
  reuse,
}: Conditions): DedupConditions => ({
  conditions: shortDigestOf([scanTypes, policyDigest, waiversMark ?? null]),
  // Suppressions count when a reviewed branch has them.
  branches: shortDigestOf([[defaultBranch, ...reviewedBranches.toSorted()], reuse ?? null]),
});

/** The row that a scan claims, as loaded, and the conditions of the scan; an artifact has none. */
interface Claim {
  row: Dedup | undefined;
  conditions: DedupConditions | undefined;
}

/** A row from before branches were kept does not tell them: its scan counts as equal until the row expires. */
const isEqual = (row: Dedup, { conditions, branches }: DedupConditions): boolean =>
  row.conditions === conditions && (row.branches ?? branches) === branches;

/** Returns the id of the equal scan that held the row when it was loaded. */
export const equalScanId = ({ row, conditions }: Claim, now: Instant): string | undefined =>
  row && conditions && isEqual(row, conditions) && row.expiresAt > now ? row.scanId : undefined;

/**
 * Claims the dedup row of a scan; refused with the id of the equal scan that holds it. A scan of the same request
 * under other conditions is not equal and loses the row.
 */
export const claimDedup = (
  scan: Pick<Scan, 'organizationId' | 'repositoryId' | 'scanId' | 'dedupDigest'>,
  { row, conditions }: Claim,
  now: Instant,
): Change<'dedup'>[] => {
  const { organizationId, repositoryId, scanId, dedupDigest: digest } = scan;
  if (digest === undefined || conditions === undefined) return [];
  const isOther = row !== undefined && !isEqual(row, conditions);
  return [
    {
      change: 'insert',
      record: 'dedup',
      item: { organizationId, repositoryId, digest, ...conditions, scanId, expiresAt: never },
      replaceIf: isOther
        ? [{ field: 'scanId', is: 'equal', value: row.scanId }]
        : [{ field: 'expiresAt', is: 'atMost', value: now }],
      onConflict: (found: Dedup | undefined) =>
        found && isEqual(found, conditions)
          ? new DuplicateScanConflict(found.scanId)
          : new DedupTakenConflict(),
    },
  ];
};

/** Returns whether a row says that its scan has no verdict yet. */
export const isHeldBy = (
  row: Dedup | undefined,
  { scanId, credentialsEndedAt }: Pick<Scan, 'scanId' | 'credentialsEndedAt'>,
): boolean =>
  row?.scanId === scanId && row.expiresAt === never && row.credentialsEndedAt === credentialsEndedAt;

/** A completed scan is returned in place of an equal one for a day, and only as long as its verdict is valid. */
interface Reusable {
  until?: Instant | undefined;
}

const keptUntil = ({ until }: Reusable, now: Date): Instant => {
  const aDay = addMs(now, keptAfterCompletionMs);
  return until !== undefined && until < aDay ? until : aDay;
};

/**
 * Frees the dedup row of an ended scan: a day after completion or when a waiver that it used ends, and immediately
 * after a failure or a cancellation, or when a merge could change the result although the commit stays the same. It
 * is refused with DedupTakenConflict when a scan of other conditions has taken the row.
 */
export const releaseDedup = (
  scan: Pick<Scan, 'organizationId' | 'repositoryId' | 'scanId' | 'dedupDigest'>,
  reusable: Reusable | false,
  now: Date,
): Change<'dedup'>[] => {
  const { organizationId, repositoryId, scanId, dedupDigest: digest } = scan;
  if (digest === undefined) return [];
  return [
    {
      change: 'update',
      record: 'dedup',
      id: { organizationId, repositoryId, digest },
      set: { expiresAt: reusable ? keptUntil(reusable, now) : immediately },
      when: [{ field: 'scanId', is: 'equal', value: scanId }],
      onConflict: () => new DedupTakenConflict(),
    },
  ];
};
