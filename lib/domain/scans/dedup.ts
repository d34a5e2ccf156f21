import { digestOf } from '@scangate/engines/model/digest';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { addMs, dayMs } from '../instant.ts';
import type { Dedup, Instant, Organization, Scan } from '../records.ts';

/** The row of an active scan does not expire by itself. */
const never: Instant = '9999-12-31T23:59:59.999Z';
const immediately: Instant = '1970-01-01T00:00:00.000Z';
const keptAfterCompletionMs = dayMs;

/** An equal scan is active or completed within the last day. */
export class DuplicateScanConflict extends Conflict {
  readonly scanId: string;

  /** @param scanId of the equal scan. */
  constructor(scanId: string) {
    super('an equal scan exists');
    this.scanId = scanId;
  }
}

/**
 * Returns a digest that two scans share when they are equal: same commit, unit, types, policy, waivers, base and pull
 * request (docs/adr/0015-scan-scope-and-units.md).
 */
export const dedupDigest = ({
  commitHash,
  projectUnitId,
  scanTypes,
  fullScope,
  policyDigest,
  base,
  pullRequest,
  waiversMark,
}: Pick<
  Scan,
  'commitHash' | 'projectUnitId' | 'scanTypes' | 'fullScope' | 'policyDigest' | 'base' | 'pullRequest'
> &
  Pick<Organization, 'waiversMark'>): string => {
  const compared = base || pullRequest ? [base ?? null, pullRequest ?? null] : [];
  const waived = waiversMark === undefined ? [] : [{ waiversMark }];
  const digest = digestOf([
    commitHash,
    projectUnitId ?? null,
    scanTypes,
    fullScope,
    policyDigest,
    ...compared,
    ...waived,
  ]);
  return digest.slice('sha256:'.length, 'sha256:'.length + 32);
};

/** Claims the dedup row of a scan; refused with the id of the equal scan that holds it. */
export const claimDedup = (
  scan: Pick<Scan, 'organizationId' | 'repositoryId' | 'scanId' | 'dedupDigest'>,
  now: Instant,
): Change<'dedup'>[] => {
  const { organizationId, repositoryId, scanId, dedupDigest: digest } = scan;
  if (digest === undefined) return [];
  return [
    {
      change: 'insert',
      record: 'dedup',
      item: { organizationId, repositoryId, digest, scanId, expiresAt: never },
      replaceIf: [{ field: 'expiresAt', is: 'atMost', value: now }],
      onConflict: (found: Dedup | undefined) => new DuplicateScanConflict(found?.scanId ?? scanId),
    },
  ];
};

/** A completed scan answers instead of an equal one for a day, and no longer than its verdict holds. */
interface Reusable {
  until?: Instant | undefined;
}

const keptUntil = ({ until }: Reusable, now: Date): Instant => {
  const aDay = addMs(now, keptAfterCompletionMs);
  return until !== undefined && until < aDay ? until : aDay;
};

/**
 * Frees the dedup row of an ended scan: a day after completion or when a waiver that it used ends, and immediately after a
 * failure or a cancellation, and where the result changes with a merge that the commit knows nothing of.
 */
export const releaseDedup = (
  scan: Pick<Scan, 'organizationId' | 'repositoryId' | 'dedupDigest'>,
  reusable: Reusable | false,
  now: Date,
): Change<'dedup'>[] => {
  const { organizationId, repositoryId, dedupDigest: digest } = scan;
  if (digest === undefined) return [];
  return [
    {
      change: 'update',
      record: 'dedup',
      id: { organizationId, repositoryId, digest },
      set: { expiresAt: reusable ? keptUntil(reusable, now) : immediately },
    },
  ];
};
