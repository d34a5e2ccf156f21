import type { Scan } from '@scangate/domain/records';
import { isIndexed, isIndexedBy, type IndexedScan } from '@scangate/domain/advisory-watch/component-index';
import { watchPositionKey } from '@scangate/domain/advisory-watch/watch-position';
import type { IndexedUnit } from '@scangate/domain/advisory-watch/watch-records';
import { packageUses } from '@scangate/engines/purl/package-uses';
import { readsDependencies } from '@scangate/engines/model/scan-type';
import { listAll, type Store } from '#ports/store.ts';
import type { WatchStarter, WatchedUnit } from '#ports/advisory-watch/watch-workflow.ts';
import { loadAssessment, loadResults } from '../verdict/load-judged-scan.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { indexUnit, type IndexUnitPorts } from './index-unit.ts';

export interface IndexPorts extends IndexUnitPorts {
  store: IndexUnitPorts['store'] &
    Pick<Store<'indexedUnit' | 'watchPosition' | 'followedCommit' | 'scan'>, 'get' | 'list'>;
  watch: WatchStarter;
}

/** A scan that tracked findings and the component index follow. */
export interface ScanToIndex {
  scan: Scan;
  /** The version of the followed commit: a unit never returns to an earlier one. */
  followed: number;
}

const unitsOf = async (
  { organizationId, repositoryId }: Scan,
  { store }: IndexPorts,
): Promise<Map<string, IndexedUnit>> => {
  const owner = { organizationId, repositoryId };
  const units = await Array.fromAsync(listAll(store, { list: 'indexedUnits', owner, consistent: true }));
  return new Map(units.map((unit) => [unit.projectUnitId, unit]));
};

/** Finds the scan that replaced this one as the followed scan meanwhile, if any. */
const followedSince = async (
  { organizationId, repositoryId }: Scan,
  followed: number,
  { store }: IndexPorts,
): Promise<Scan | undefined> => {
  const id = { organizationId, repositoryId };
  const current = await store.get('followedCommit', id, { consistent: true });
  if (!current || current.version <= followed) return undefined;
  return store.get('scan', { organizationId, scanId: current.seen.scanId });
};

interface Indexing extends ScanToIndex {
  ports: IndexPorts;
  at: string;
}

/** Indexes a unit, and repeats that from the stored state if another scan was indexed meanwhile. */
const indexOnce = (
  projectUnitId: string,
  known: IndexedUnit | undefined,
  { scan, followed, ports, at }: Indexing,
): Promise<void> => {
  const { organizationId, repositoryId, scanId } = scan;
  const key = { organizationId, repositoryId, projectUnitId };
  const indexed: IndexedScan = { scanId, followed };
  const unit = scan.units.find((each) => each.projectUnitId === projectUnitId);
  return retryOnConflict(limits.indexUnit, async (tryNumber) => {
    const current = tryNumber === 1 ? known : await ports.store.get('indexedUnit', key, { consistent: true });
    if (isIndexed(current, indexed)) return;
    const assessed = unit && (await loadAssessment(scan, unit, ports.blobs));
    if (assessed && !assessed.scanTypes.some(readsDependencies)) return;
    const entries = assessed ? packageUses(assessed.inventory) : new Map<string, never>();
    await indexUnit(current, { key, scan: indexed, entries }, { ports, at });
  });
};

/** Lists the units that an earlier scan has, and that are no longer in the repository. */
const unitsGone = ({ scan }: ScanToIndex, known: ReadonlyMap<string, IndexedUnit>): string[] => {
  if (scan.projectUnitId !== undefined || scan.artifact) return [];
  const present = new Set(scan.units.map(({ projectUnitId }) => projectUnitId));
  const hasItems = ({ complete, packages }: IndexedUnit): boolean => !complete || packages > 0;
  return [...known.values()]
    .filter((unit) => !present.has(unit.projectUnitId) && hasItems(unit))
    .map(({ projectUnitId }) => projectUnitId);
};

/**
 * Asks the watch to judge units again that were judged by another snapshot than the one the watch has reached: it
 * may have read the index before they were in it.
 */
const requestMissed = async ({ scan, ports }: Indexing): Promise<void> => {
  const position = await ports.store.get('watchPosition', watchPositionKey, { consistent: true });
  if (!position) return;
  const { organizationId, repositoryId, scanId } = scan;
  const current = (position.target ?? position).snapshotId;
  const results = await loadResults(scan, ports.blobs);
  const missed: WatchedUnit[] = results
    .filter(({ advisorySnapshot: { id }, coverage }) => id !== current && coverage.some(isAboutAdvisories))
    .map(({ projectUnitId }) => ({ organizationId, repositoryId, projectUnitId }));
  if (missed.length > 0) await ports.watch.start({ cause: `${scanId}-${current}`, units: missed });
};

const isAboutAdvisories = ({ scanType }: { scanType: string }): boolean => scanType === 'sca';

/**
 * Brings the component index up to a followed scan, by difference: a unit whose packages did not change costs one
 * write. A second run writes nothing.
 */
export const indexComponents = async (
  { scan, followed }: ScanToIndex,
  ports: IndexPorts,
  now: Date,
): Promise<void> => {
  const indexing = { scan, followed, ports, at: now.toISOString() };
  const known = await unitsOf(scan, ports);
  // A newer scan that found a unit gone before it had packages left no trace of that.
  const newer = await followedSince(scan, followed, ports);
  const completed = completedUnits(scan).map(({ projectUnitId }) => projectUnitId);
  const units = [...completed, ...unitsGone(indexing, known)];
  for (const projectUnitId of units.filter((unit) => !newer || !isIndexedBy(newer, { projectUnitId: unit })))
    await indexOnce(projectUnitId, known.get(projectUnitId), indexing);
  await requestMissed(indexing);
};
