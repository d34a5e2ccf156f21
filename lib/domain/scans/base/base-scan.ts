import { digestOf } from '@scangate/engines/model/digest';
import { resultObjectName } from '@scangate/engines/model/results';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs, minuteMs } from '@scangate/domain/instant';
import type { BaseScan, BaseUnit, Scan } from '@scangate/domain/records';
import { deadlines } from '../scan-deadlines.ts';

/**
 * The time for which an assessed base is shared; every organization keeps its payloads for longer, unless it chose
 * less.
 */
const keptMs = 14 * dayMs;
/** The time for which a base is left alone after a scan assessed none of what was left of it. */
const stuckMs = 60 * minuteMs;

/** Thrown when another scan assesses the same base. */
class BaseClaimedConflict extends Conflict {
  constructor() {
    super('another scan assesses the base');
  }
}

/** The versions of the engines that read source files by scan type, and the id of the published poms as `poms`. */
export type SourceVersions = Readonly<Record<string, string | undefined>>;

/** A scan with a base that is a commit. */
export type ComparedScan = Pick<
  Scan,
  'organizationId' | 'repositoryId' | 'scanId' | 'projectUnitId' | 'scanTypes' | 'fullScope'
>;

/** Returns the digest that all scans share whose base is the same commit, assessed in the same way. */
const baseDigest = (
  { projectUnitId, scanTypes, fullScope }: ComparedScan,
  commitHash: string,
  versions: SourceVersions,
): string => {
  const digest = digestOf([commitHash, projectUnitId ?? null, scanTypes, fullScope, versions]);
  return digest.slice('sha256:'.length, 'sha256:'.length + 32);
};

/** Names the row of a base. */
export const baseScanId = (
  scan: ComparedScan,
  commitHash: string,
  versions: SourceVersions,
): Pick<BaseScan, 'organizationId' | 'repositoryId' | 'digest'> => ({
  organizationId: scan.organizationId,
  repositoryId: scan.repositoryId,
  digest: baseDigest(scan, commitHash, versions),
});

/** Returns whether the row of a base has expired. */
export const isExpired = ({ expiresAt }: BaseScan, now: Date): boolean => expiresAt <= now.toISOString();

/** Replaces the row of a base that was read. It is refused when another scan has written the row meanwhile. */
const writeRow = (item: BaseScan, found: BaseScan | undefined): Change<'baseScan'> => ({
  change: 'insert',
  record: 'baseScan',
  item,
  ...(found && {
    replaceIf: [
      { field: 'scanId', is: 'equal', value: found.scanId },
      { field: 'expiresAt', is: 'equal', value: found.expiresAt },
    ],
  }),
  onConflict: () => new BaseClaimedConflict(),
});

type RowId = Pick<BaseScan, 'organizationId' | 'repositoryId' | 'digest'>;

/** Returns the scan whose payload has a part of the assessments of a base that no scan has completed. */
export const begunIn = (found: BaseScan | undefined): string | undefined =>
  found && found.origin === 'compared' && found.state !== 'completed'
    ? (found.assessedIn ?? found.scanId)
    : undefined;

/**
 * Claims the assessment of a base for a scan, which continues what earlier ones began. The claim expires when the scan
 * is lost.
 */
export const claimBase = (
  id: RowId,
  { scanId, commitHash, found }: { scanId: string; commitHash: string; found: BaseScan | undefined },
  now: Date,
): Change<'baseScan'> => {
  const expiresAt = addMs(now, deadlines.baseClaimMs);
  const assessedIn = begunIn(found);
  const begun = assessedIn === undefined ? { units: [] } : { assessedIn, units: found?.units ?? [] };
  const row = { ...id, commitHash, scanId, origin: 'compared', state: 'scanning' } as const;
  return writeRow({ ...row, ...begun, expiresAt }, found);
};

/** Shares the commit of a completed scan as a base. */
export const shareCompletedScan = (
  id: RowId,
  { scan, found }: { scan: Pick<Scan, 'scanId' | 'commitHash' | 'units'>; found: BaseScan | undefined },
  now: Date,
): Change<'baseScan'> => {
  const { scanId, commitHash } = scan;
  const units = scan.units.map(({ projectUnitId, path, type }) => ({ projectUnitId, path, type }));
  const row = { ...id, commitHash, scanId, origin: 'own', state: 'completed', units } as const;
  return writeRow({ ...row, expiresAt: addMs(now, keptMs) }, found);
};

const updateRow = (id: RowId, scanId: string, set: Partial<BaseScan>): Change<'baseScan'> => ({
  change: 'update',
  record: 'baseScan',
  id,
  set,
  when: [{ field: 'scanId', is: 'equal', value: scanId }],
  onConflict: () => new BaseClaimedConflict(),
});

/** Shares the base that a scan has assessed. */
export const completeBase = (
  id: RowId,
  { scanId, units }: { scanId: string; units: BaseUnit[] },
  now: Date,
): Change<'baseScan'> => updateRow(id, scanId, { state: 'completed', units, expiresAt: addMs(now, keptMs) });

/** Frees the row of a base that could not be assessed, so that the next scan continues with it. */
export const releaseBase = (id: RowId, scanId: string, now: Date): Change<'baseScan'> =>
  updateRow(id, scanId, { expiresAt: now.toISOString() });

/**
 * Frees the row of a base of which some units could not be assessed in time. The next scan continues, but only later if
 * this one assessed nothing more than those before it.
 */
export const releasePartialBase = (
  { units: before, ...row }: Pick<BaseScan, 'units' | 'scanId'> & RowId,
  units: BaseUnit[],
  now: Date,
): Change<'baseScan'> => {
  const { organizationId, repositoryId, digest, scanId } = row;
  const id = { organizationId, repositoryId, digest };
  return units.length > before.length
    ? updateRow(id, scanId, { units, expiresAt: now.toISOString() })
    : updateRow(id, scanId, { state: 'stuck', expiresAt: addMs(now, stuckMs) });
};

/** Names the scan whose payload holds the assessments of a base. */
export type BaseLocation = Pick<BaseScan, 'scanId' | 'origin'>;

/** Returns the name of the assessment of a unit of a base. */
export const baseAssessmentName = ({ scanId, origin }: BaseLocation, projectUnitId: string): string =>
  resultObjectName(origin === 'own' ? scanId : `${scanId}/base`, projectUnitId, 'assessment');
