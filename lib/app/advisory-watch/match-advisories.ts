import { shardDifference, type ChangedPackage } from '@scangate/engines/advisories/snapshot-difference';
import { compareText } from '@scangate/engines/model/compare-text';
import type { Ecosystem } from '@scangate/engines/model/component';
import { derivedId } from '@scangate/engines/model/digest';
import { keyOfPackage } from '@scangate/engines/purl/package-key';
import { changeMatcher } from '@scangate/engines/sca/match-change';
import { matchComponent, type MatchedPackage } from '@scangate/domain/advisory-watch/match-component';
import {
  firstPosition,
  isBehind,
  nextTarget,
  reachTarget,
  WatchConflict,
  watchPositionKey,
  type Published,
} from '@scangate/domain/advisory-watch/watch-position';
import type { WatchPosition, WatchTarget } from '@scangate/domain/advisory-watch/watch-records';
import type { Log } from '#ports/log.ts';
import { commitOrThrow, listAll, type Store } from '#ports/store.ts';
import type { SnapshotObjects, SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import type { WatchedUnit, WatchLists } from '#ports/advisory-watch/watch-workflow.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface MatchPorts {
  store: Pick<Store<'watchPosition' | 'indexedComponent', 'watchPosition'>, 'get' | 'list' | 'commit'>;
  snapshots: SnapshotRecords;
  lists: WatchLists;
  log: Log;
}

/** A unit to judge again, with the packages because of which it is judged. */
export interface WatchedHit extends WatchedUnit {
  packages: MatchedPackage[];
  /** The total number of its packages, of which the list names the first. */
  total: number;
}

/** The state of the workflow after the advisories were matched. */
export interface MatchedSnapshot {
  /** The snapshot that was matched. */
  snapshotId: string;
  /** The timestamp of everything that is written because of it. */
  at: string;
  hits: number;
  /** The object that holds the hits; absent without any. */
  list?: { bucket: string; key: string };
}

/** The number of packages whose units are looked up concurrently. */
const atOnce = 16;

const publishedOf = ({ snapshotId, shards }: SnapshotObjects): Published => ({ snapshotId, shards });

/** Reads the position; before the first one, everything published counts as matched. */
const loadPosition = async ({ store }: MatchPorts, published: Published): Promise<WatchPosition> => {
  const known = await store.get('watchPosition', watchPositionKey, { consistent: true });
  if (known) return known;
  await commitOrThrow(store, [firstPosition(published)]);
  return { ...watchPositionKey, ...published, version: 1 };
};

/** Lists the packages that differ between two snapshots. Only shards that differ are read, one ecosystem at a time. */
async function* changedPackages(
  before: WatchPosition,
  after: WatchTarget,
  { snapshots }: MatchPorts,
): AsyncGenerator<ChangedPackage> {
  const ecosystems = new Set([...Object.keys(before.shards), ...Object.keys(after.shards)]) as Set<Ecosystem>;
  const read = async (key: string | undefined) =>
    key === undefined ? [] : ((await snapshots.records(key)) ?? []);
  for (const ecosystem of [...ecosystems].sort()) {
    const [old, current] = [before.shards[ecosystem], after.shards[ecosystem]];
    if (old === current) continue;
    yield* shardDifference(ecosystem, await read(old), await read(current));
  }
}

const hitKey = ({ organizationId, projectUnitId }: WatchedUnit): string =>
  JSON.stringify([organizationId, projectUnitId]);

/** Matches one changed package with the units that use it. Nothing else is read from the index. */
const matchPackage = async (
  changed: ChangedPackage,
  hits: Map<string, WatchedHit>,
  { store }: MatchPorts,
): Promise<void> => {
  const name = keyOfPackage(changed.ecosystem, changed.name);
  if (name === undefined) return;
  const matcher = changeMatcher(changed);
  const owner = { package: name };
  // A consistent read, because an item that was written before the position names the snapshot must be seen.
  const items = listAll(store, { list: 'componentUnits', owner, limit: 1000, consistent: true });
  for await (const item of items) {
    const matched = matchComponent(item, matcher);
    if (!matched) continue;
    const { organizationId, repositoryId, projectUnitId } = item;
    const unit = { organizationId, repositoryId, projectUnitId };
    const hit = hits.get(hitKey(unit)) ?? { ...unit, packages: [], total: 0 };
    hits.set(hitKey(unit), hit);
    hit.packages.push(matched);
  }
};

/** An item of the workflow is small: a batch is limited to 256 KB. */
const maxPackages = 20;
const bounded = ({ packages, ...unit }: WatchedHit): WatchedHit => ({
  ...unit,
  packages: packages
    .toSorted((a, b) => compareText(a.package, b.package))
    .slice(0, maxPackages)
    .map(({ package: name, versions, advisories }) => ({
      package: name,
      versions: versions.slice(0, maxPackages),
      advisories: advisories.slice(0, maxPackages),
    })),
  total: packages.length,
});

const findHits = async (
  position: WatchPosition,
  target: WatchTarget,
  ports: MatchPorts,
): Promise<Map<string, WatchedHit>> => {
  const hits = new Map<string, WatchedHit>();
  const changed = await Array.fromAsync(changedPackages(position, target, ports));
  await runConcurrently(changed, { atOnce }, (one) => matchPackage(one, hits, ports));
  ports.log.info('advisories matched', {
    snapshotId: target.snapshotId,
    packages: changed.length,
    units: hits.size,
  });
  return hits;
};

/**
 * Matches the changes of a published snapshot with the component index, and lists the units to judge again. The
 * position names the snapshot before the index is read: a unit that is indexed later was judged by it, or requests
 * the watch itself. An interrupted run is repeated with the same snapshot and time.
 * @param units are judged again whatever changed.
 */
export const matchAdvisories = async (
  { units = [], cause = '' }: { units?: readonly WatchedUnit[]; cause?: string },
  ports: MatchPorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<MatchedSnapshot> => {
  const at = now.toISOString();
  const objects = await ports.snapshots.published();
  if (!objects) return { snapshotId: 'none', at, hits: 0 };
  const published = publishedOf(objects);
  const begun = await retryOnConflict(limits.watch, async () => {
    const position = await loadPosition(ports, published);
    if (!isBehind(position, published)) return undefined;
    const { target, changes } = nextTarget(position, published, at);
    await commitOrThrow(ports.store, changes);
    return { position, target };
  });
  const hits = begun ? await findHits(begun.position, begun.target, ports) : new Map<string, WatchedHit>();
  for (const unit of units)
    if (!hits.has(hitKey(unit))) hits.set(hitKey(unit), { ...unit, packages: [], total: 0 });
  const { snapshotId, startedAt } = begun?.target ?? { snapshotId: published.snapshotId, startedAt: at };
  if (hits.size === 0) return { snapshotId, at: startedAt, hits: 0 };
  const name = derivedId('watch', snapshotId, startedAt, cause, at);
  return {
    snapshotId,
    at: startedAt,
    hits: hits.size,
    list: await ports.lists.put(name, [...hits.values()].map(bounded)),
  };
};

/**
 * Records that every unit of a snapshot was judged again.
 * @returns whether another snapshot was published meanwhile, and has to be matched next.
 */
export const completeMatch = async (
  { snapshotId }: Pick<MatchedSnapshot, 'snapshotId'>,
  { store, snapshots }: { store: Pick<Store<'watchPosition'>, 'get' | 'commit'>; snapshots: SnapshotRecords },
): Promise<{ isBehind: boolean }> => {
  const position = await retryOnConflict(limits.watch, async () => {
    const current = await store.get('watchPosition', watchPositionKey, { consistent: true });
    const changes = current ? reachTarget(current, snapshotId) : [];
    await commitOrThrow(store, changes);
    return changes.length === 0
      ? current
      : await store.get('watchPosition', watchPositionKey, { consistent: true });
  });
  const published = await snapshots.published();
  return { isBehind: position !== undefined && published !== undefined && isBehind(position, published) };
};

/** Sets the position before a snapshot is published, so that the first published difference is matched as well. */
export const beginWatch = async (ports: {
  store: Pick<Store<'watchPosition'>, 'get' | 'commit'>;
  snapshots: SnapshotRecords;
}): Promise<void> => {
  const { store, snapshots } = ports;
  if (await store.get('watchPosition', watchPositionKey)) return;
  const objects = await snapshots.published();
  if (!objects) return;
  try {
    await commitOrThrow(store, [firstPosition(publishedOf(objects))]);
  } catch (error) {
    if (!(error instanceof WatchConflict)) throw error;
  }
};
