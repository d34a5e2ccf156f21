import type { BaseScan, BaseUnit, Repository, Scan } from '@scangate/domain/records';
import { addMs } from '@scangate/domain/instant';
import { isActive, updateActiveScan } from '@scangate/domain/scans/active-scan';
import {
  baseAssessmentName,
  baseScanId,
  begunIn,
  claimBase,
  isExpired,
  releaseBase,
  shareCompletedScan,
  type SourceVersions,
} from '@scangate/domain/scans/base/base-scan';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { countBaseOfScan } from '@scangate/domain/scans/fairness/active-scans';
import { selectUnitsIfAny } from '@scangate/domain/scans/select-units';
import {
  executionsOfGroups,
  groupBaseUnits,
  likelyExecutionsOf,
} from '@scangate/domain/scans/units/unit-groups';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { UnitResult } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import type { PreparedBase } from '#ports/scans/scan-tasks.ts';
import type { SourceFetcher } from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { loadStoredResult } from '#app/reports/unit-documents.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import type { ScanRef } from '../load-scan.ts';

export interface PrepareBasePorts {
  store: Pick<
    Store<'scan' | 'scanListing' | 'baseScan' | 'repository' | 'activeScans'>,
    'get' | 'load' | 'list' | 'commit'
  >;
  blobs: BlobReader<'results'>;
  sourceFetcher: SourceFetcher;
}

/** A scan with a base that is a commit. */
type ComparedCommit = Scan & { base: { commitHash: string } };

/** The number of newest scans of the base that are examined; older ones are mostly past their retention. */
const examinedScans = 10;

/** Returns the state of a comparison without a base. */
export const unavailable = (reason: NonNullable<PreparedBase['reason']>): PreparedBase => ({
  state: 'unavailable',
  reason,
  units: [],
});

const ready = ({
  scanId,
  assessedIn = scanId,
  origin,
  units,
}: Pick<BaseScan, 'scanId' | 'assessedIn' | 'origin' | 'units'>): PreparedBase => ({
  state: 'ready',
  location: { scanId: assessedIn, origin },
  units,
});

const unitsOf = (scan: Scan): BaseUnit[] =>
  scan.units.map(({ projectUnitId, path, type }) => ({ projectUnitId, path, type }));

const firstResult = async (
  { organizationId, scanId }: Pick<Scan, 'organizationId' | 'scanId'>,
  units: Scan['units'],
  { blobs }: Pick<PrepareBasePorts, 'blobs'>,
): Promise<UnitResult | undefined> => {
  for (const { projectUnitId } of units) {
    const result = await loadStoredResult({ organizationId, scanId, projectUnitId }, blobs);
    if (result) return result;
  }
  return undefined;
};

/**
 * Reads the versions of the engines that read source files from the first unit with a result, and the published poms
 * from the first one that may have been resolved by them.
 */
const sourceVersionsOf = async (
  scan: Scan,
  ports: Pick<PrepareBasePorts, 'blobs'>,
): Promise<SourceVersions | undefined> => {
  const result = await firstResult(scan, scan.units, ports);
  if (!result) return undefined;
  const { secrets, sast } = result.engines;
  const builds = scan.units.filter(({ type }) => type === 'maven' || type === 'gradle');
  const resolved = (await firstResult(scan, builds.slice(0, 1), ports)) ?? result;
  const poms = resolved.pomSnapshot?.id;
  return { ...(secrets && { secrets }), ...(sast && { sast }), ...(poms !== undefined && { poms }) };
};

const sameVersions = (a: SourceVersions | undefined, b: SourceVersions): boolean =>
  a !== undefined && ['secrets', 'sast', 'poms'].every((part) => a[part] === b[part]);

/**
 * Returns whether the assessments of a base are still stored: its payload may be past the retention of the
 * organization.
 */
const isStored = async (
  organizationId: string,
  { location, units }: PreparedBase,
  { blobs }: PrepareBasePorts,
): Promise<boolean> => {
  const [first] = units;
  if (!first || !location) return true;
  const name = baseAssessmentName(location, first.projectUnitId);
  const content = await blobs.open({ area: 'results', organizationId, name });
  content?.destroy();
  return content !== undefined;
};

const isEqualScan = (candidate: Scan, scan: ComparedCommit): boolean =>
  candidate.status === 'completed' &&
  candidate.repositoryId === scan.repositoryId &&
  candidate.commitHash === scan.base.commitHash &&
  candidate.artifact === undefined &&
  candidate.projectUnitId === scan.projectUnitId &&
  candidate.fullScope === scan.fullScope &&
  candidate.scanTypes.join() === scan.scanTypes.join();

/** Finds a completed scan of the base commit that assessed the same with engines of the same versions. */
const findEqualScan = async (
  scan: ComparedCommit,
  versions: SourceVersions,
  ports: PrepareBasePorts,
): Promise<Scan | undefined> => {
  const { organizationId, base } = scan;
  const owner = { organizationId, lookup: 'commit', value: base.commitHash } as const;
  const { items } = await ports.store.list('scanListings', owner, { limit: examinedScans });
  if (items.length === 0) return undefined;
  const refs = items.map(({ scanId }) => ({ record: 'scan', id: { organizationId, scanId } }) as const);
  for (const candidate of await ports.store.load(refs))
    if (
      candidate &&
      isEqualScan(candidate, scan) &&
      sameVersions(await sourceVersionsOf(candidate, ports), versions)
    )
      return candidate;
  return undefined;
};

const fetchBase = async (
  scan: ComparedCommit,
  { organizationId, repositoryId, fullName, url, credential }: Repository,
  { ports, signal }: { ports: PrepareBasePorts; signal: AbortSignal },
): Promise<{ units: BaseUnit[]; large: readonly string[] }> => {
  const { scanId, projectUnitId, fullScope, scanTypes, base } = scan;
  const repository = { organizationId, repositoryId, fullName, url, ...(credential && { credential }) };
  const named = projectUnitId === undefined ? {} : { projectUnitId };
  const commit = { scanId: `${scanId}/base`, commitHash: base.commitHash, ...named, fullScope, scanTypes };
  const { found, large } = await ports.sourceFetcher.fetch({ repository, scan: commit }, signal);
  // The base may have nothing for the types of the scan.
  const selected = selectUnitsIfAny(scan, found);
  const units = selected.map(({ projectUnitId: id, path, type }) => ({ projectUnitId: id, path, type }));
  return { units, large };
};

/** Claims the base and has its commit fetched, so that this execution assesses it. */
const scanBase = async (
  scan: ComparedCommit,
  { id, found }: { id: NonNullable<PreparedBase['row']>; found: BaseScan | undefined },
  { ports, context }: { ports: PrepareBasePorts; context: RunContext },
): Promise<PreparedBase> => {
  const { organizationId, scanId, repositoryId, base } = scan;
  const { store } = ports;
  const isOwn = found?.scanId === scanId && found.state === 'scanning';
  const claim = { scanId, commitHash: base.commitHash, found };
  if (!isOwn) await commitOrThrow(store, [claimBase(id, claim, context.now)]);
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  try {
    if (!repository || repository.disconnectedAt) throw new ScanFailed('repo_access', 'It was disconnected.');
    const { units, large } = await fetchBase(scan, repository, { ports, signal: context.signal });
    // The units are recorded before anything is stored for them, so that the purge finds it.
    const grouped = groupBaseUnits(units, large, likelyExecutionsOf(scan.units));
    const counted = countBaseOfScan(scan, executionsOfGroups(grouped));
    const assessedIn = begunIn(found) ?? scanId;
    const begun = assessedIn !== scanId && { baseAssessedIn: assessedIn };
    const set = { baseUnits: units, ...begun, ...counted.set };
    await commitOrThrow(store, [updateActiveScan(scan, { set }), ...counted.changes]);
    const location = { scanId: assessedIn, origin: 'compared' } as const;
    return { state: 'scan', location, row: id, units, ...grouped };
  } catch (error) {
    if (!(error instanceof ScanFailed)) throw error;
    await commitOrThrow(store, [releaseBase(id, scanId, context.now)]);
    return unavailable('base_not_available');
  }
};

/** The workflow needs the rest of its time: a base must never cause a time-out of the scan. */
const isLate = ({ startedAt, createdAt }: Scan, now: Date): boolean =>
  addMs(new Date(startedAt ?? createdAt), deadlines.baseMs) < now.toISOString();

/** Whether another scan assesses the base. One that was canceled or failed leaves its claim behind. */
const isAssessedByOther = async (
  { organizationId, scanId }: Scan,
  found: BaseScan,
  { store }: PrepareBasePorts,
): Promise<boolean> => {
  if (found.state !== 'scanning' || found.scanId === scanId) return false;
  const other = await store.get('scan', { organizationId, scanId: found.scanId });
  return !other || isActive(other);
};

const prepareCommit = async (
  scan: ComparedCommit,
  ports: PrepareBasePorts,
  context: RunContext,
): Promise<PreparedBase> => {
  const { now } = context;
  const versions = await sourceVersionsOf(scan, ports);
  if (!versions) return unavailable('base_not_available');
  const id = baseScanId(scan, scan.base.commitHash, versions);
  const found = await ports.store.get('baseScan', id, { consistent: true });
  const isInForce = found !== undefined && !isExpired(found, now);
  if (isInForce && (await isAssessedByOther(scan, found, ports)))
    return isLate(scan, now) ? unavailable('base_not_available') : { state: 'pending', units: [] };
  if (isInForce && found.state === 'completed') {
    const stored = ready(found);
    if (await isStored(scan.organizationId, stored, ports)) return stored;
  }
  const isOwnClaim = isInForce && found.state === 'scanning' && found.scanId === scan.scanId;
  const equal = isOwnClaim ? undefined : await findEqualScan(scan, versions, ports);
  const shared = equal && ready({ scanId: equal.scanId, origin: 'own', units: unitsOf(equal) });
  if (equal && shared && (await isStored(scan.organizationId, shared, ports))) {
    await commitOrThrow(ports.store, [shareCompletedScan(id, { scan: equal, found }, now)]);
    return shared;
  }
  const isStuck = isInForce && found.state === 'stuck';
  if (isStuck || isLate(scan, now)) return unavailable('base_not_available');
  return scanBase(scan, { id, found }, { ports, context });
};

const prepareScanBase = async (
  scan: Scan,
  { organizationId, scanId }: ScanRef,
  { store }: PrepareBasePorts,
): Promise<PreparedBase> => {
  const base = await store.get('scan', { organizationId, scanId }, { consistent: true });
  if (base?.status !== 'completed') return unavailable('base_not_available');
  const ofUnit = (unit: BaseUnit): boolean =>
    scan.projectUnitId === undefined || unit.projectUnitId === scan.projectUnitId;
  return ready({ scanId, origin: 'own', units: unitsOf(base).filter(ofUnit) });
};

const isComparedCommit = (scan: Scan): scan is ComparedCommit => scan.base?.commitHash !== undefined;

const find = (
  scan: Scan,
  ports: PrepareBasePorts,
  context: RunContext,
): Promise<PreparedBase> | PreparedBase => {
  const { organizationId, scanId, base, commitHash, reviewed } = scan;
  if (!isComparedCommit(scan))
    return prepareScanBase(scan, { organizationId, scanId: base?.scanId ?? '' }, ports);
  if (reviewed?.base === 'not_reviewed') return unavailable('base_not_reviewed');
  if (reviewed?.base !== 'reviewed') return unavailable('base_not_available');
  if (scan.base.commitHash === commitHash) return ready({ scanId, origin: 'own', units: unitsOf(scan) });
  return prepareCommit(scan, ports, context);
};

/**
 * Finds the base of a scan: an equal completed scan, or one that was assessed for another comparison. If there is
 * none, it has the commit fetched, so that this execution assesses it once for all. It is safe to run twice.
 */
export const prepareBase = (
  { organizationId, scanId }: ScanRef,
  ports: PrepareBasePorts,
  context: RunContext,
): Promise<PreparedBase> =>
  retryOnConflict(limits.claimBase, async () => {
    const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
    if (!scan?.base || !isActive(scan)) return unavailable('base_not_available');
    const { scanTypes, fullScope } = scan;
    return { ...(await find(scan, ports, context)), scope: { scanTypes, fullScope } };
  });
