import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import { storeShard } from '#adapters/reference-data/osv/store-shard.ts';
import { storedSnapshots } from '#adapters/reference-data/osv/snapshot-records.ts';
import { switchManifest } from '#adapters/reference-data/osv/manifest.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { completeMatch, matchAdvisories, type WatchedHit } from '#app/advisory-watch/match-advisories.ts';
import { indexComponents } from '#app/components/index-components.ts';
import { rejudgeUnits } from '#app/advisory-watch/rejudge-units.ts';
import { trackFindings } from '#app/tracking/track-findings.ts';
import type { Store } from '#ports/store.ts';
import type { WatchRequest } from '#ports/advisory-watch/watch-workflow.ts';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { shardBuilder } from '@scangate/engines/advisories/snapshot';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import type { Scan } from '@scangate/domain/records';
import { trackDefaultBranch } from '@scangate/domain/tracking/default-branch-scan';
import type { FollowedCommit } from '@scangate/domain/tracking/tracking-records';
import { memoryObjects } from '#test/adapters/reference-data/osv/object-store-fixture.ts';
import { judgedScans } from '../scans/judged-scans.ts';
import { taskContextAt } from '../scans/workflow.ts';
import { silentLog } from '../silent-log.ts';
import { write } from '../world.ts';

/** The stored lists of the watch, by key. */
type StoredLists = Map<string, WatchedHit[]>;

/** One organization with a repository, published advisories, and the watch in memory. */
export const watchWorld = async (store: MemoryStore = new MemoryStore()) => {
  const scans = await judgedScans(store, emptyAdvisoryIndex);
  const objects = memoryObjects();
  const stored: StoredLists = new Map();
  const requests: WatchRequest[] = [];
  const { organizationId } = scans;
  const advisories = storedAdvisories(objects);
  const ports = {
    store: store as Store,
    blobs: scans.world.blobs,
    advisories,
    snapshots: storedSnapshots(objects),
    lists: {
      put: async (name: string, items: readonly object[]) => {
        stored.set(name, structuredClone(items) as WatchedHit[]);
        return { bucket: 'data', key: name };
      },
    },
    watch: { start: async (request: WatchRequest) => void requests.push(request) },
    log: silentLog,
  };

  /** Publishes a snapshot of exactly these npm records. */
  const publish = async (records: readonly unknown[], at: Date): Promise<string> => {
    const builder = shardBuilder('npm');
    for (const record of records) {
      const compacted = compactRecord(record);
      const shard = compacted.kind === 'advisory' ? compacted.shards.get('npm') : undefined;
      if (shard) builder.add(shard);
    }
    const { stored: shard, key } = await storeShard(objects, 'npm', builder);
    const { records: count, newestModified } = shard;
    const entry = { key, records: count, newestModified };
    const { snapshotId } = await switchManifest(objects, { shards: { npm: entry } }, at.toISOString());
    scans.current.advisories = await advisories.load(['npm']);
    return snapshotId;
  };

  /** Tracks the findings of a scan as one of the default branch, which is not indexed yet. */
  const track = async (scan: Scan, now: Date): Promise<FollowedCommit> => {
    const { repositoryId } = scan;
    const known = await store.get('followedCommit', { organizationId, repositoryId });
    const { followed, changes } = trackDefaultBranch(scan, known);
    await write(store, changes);
    await trackFindings({ scan, followed }, ports, now);
    return followed;
  };

  const index = async (scan: Scan, { version }: FollowedCommit, now: Date): Promise<void> =>
    indexComponents({ scan, followed: version }, ports, now);

  /** Follows a scan as one of the default branch. */
  const follow = async (scan: Scan, now: Date): Promise<void> => index(scan, await track(scan, now), now);

  const match = (now: Date, request: Partial<WatchRequest> = {}, given = ports) =>
    matchAdvisories(request, given, taskContextAt(now));

  /** Runs the watch as its workflow does. @returns the units that were judged. */
  const watch = async (now: Date, request: Partial<WatchRequest> = {}, given = ports): Promise<number> => {
    let judged = 0;
    for (let isBehind = true; isBehind;) {
      const matched = await match(now, request, given);
      const items = stored.get(matched.list?.key ?? '') ?? [];
      const counts = await rejudgeUnits({ ...matched, items }, given, taskContextAt(now));
      if (counts.failed > 0) throw new Error('a unit could not be judged');
      judged += counts.judged;
      ({ isBehind } = await completeMatch(matched, given));
    }
    return judged;
  };

  const events = (action: string) =>
    store.all('auditEvent').filter((event) => (event.action as string) === action);
  const items = () => store.all('indexedComponent').filter(({ removedAt }) => removedAt === undefined);

  const following = { track, index, follow };
  return {
    ...scans,
    ...following,
    store,
    objects,
    ports,
    requests,
    stored,
    publish,
    match,
    watch,
    events,
    items,
  };
};
