import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { digestOf } from '@scangate/engines/model/digest';
import type { Dedup, Instant, Scan } from '../records.ts';
import { instantAfter } from '../instant.ts';

/** While a scan is active its dedup row never frees itself. */
const whileActive: Instant = '9999-12-31T23:59:59.999Z';
const atOnce: Instant = '1970-01-01T00:00:00.000Z';
const afterCompletionMs = 24 * 60 * 60_000;

/** An equal scan is active or completed within the last day. */
export class DuplicateScanConflict extends Conflict {
  readonly scanId: string;

  constructor(scanId: string) {
    super('an equal scan exists');
    this.scanId = scanId;
  }
}

/** Names what makes two scans equal: commit, unit, types, threshold and policies (api.md, "dedup"). */
export const dedupDigest = (
  scan: Pick<Scan, 'commitHash' | 'projectUnitId' | 'scanTypes' | 'fullScope' | 'policy'>,
): string =>
  digestOf([scan.commitHash, scan.projectUnitId ?? null, scan.scanTypes, scan.fullScope, scan.policy]).slice(
    7,
    39,
  );

/** Takes the place of an equal scan, or is refused with the id of the one that has it. */
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
      item: { organizationId, repositoryId, digest, scanId, expiresAt: whileActive },
      replaceIf: [{ field: 'expiresAt', is: 'atMost', value: now }],
      onConflict: (found: Dedup | undefined) => new DuplicateScanConflict(found?.scanId ?? scanId),
    },
  ];
};

/** A completed scan answers for itself for a day; a failed or cancelled one never. */
export const releaseDedup = (
  scan: Pick<Scan, 'organizationId' | 'repositoryId' | 'dedupDigest'>,
  completed: boolean,
  now: Date,
): Change<'dedup'>[] =>
  scan.dedupDigest === undefined
    ? []
    : [
        {
          change: 'update',
          record: 'dedup',
          id: {
            organizationId: scan.organizationId,
            repositoryId: scan.repositoryId,
            digest: scan.dedupDigest,
          },
          set: { expiresAt: completed ? instantAfter(now, afterCompletionMs) : atOnce },
        },
      ];
