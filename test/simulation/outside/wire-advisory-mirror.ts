import {
  readManifest,
  switchManifest,
  currentSnapshot,
  type Manifest,
} from '#adapters/reference-data/osv/manifest.ts';
import { retireObjects } from '#adapters/reference-data/osv/retire-objects.ts';
import { storeShard } from '#adapters/reference-data/osv/store-shard.ts';
import type { AdvisoryMirror } from '#ports/advisory-mirror.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { shardBuilder } from '@scangate/engines/advisories/snapshot';
import { currentSurroundings } from './surroundings.ts';

/** Publishes what the world's advisory database has of npm. @returns whether it is another snapshot. */
const publish = async (objects: ObjectStore, now: Date): Promise<boolean> => {
  const { boundary, advisories } = currentSurroundings();
  const call = { service: 'osv', operation: 'GET', isWrite: false };
  const records = await boundary.call(call, () => [...advisories]);
  const builder = shardBuilder('npm');
  for (const record of records) {
    const compacted = compactRecord(record);
    const shard = compacted.kind === 'advisory' ? compacted.shards.get('npm') : undefined;
    if (shard) builder.add(shard);
  }
  const before = await readManifest(objects);
  const { stored, key } = await storeShard(objects, 'npm', builder);
  const { records: count, newestModified } = stored;
  const entry = { key, records: count, newestModified };
  if (before?.shards['npm']?.key === key) return false;
  await switchManifest(objects, { shards: { npm: entry } }, now.toISOString());
  return true;
};

/** Stands in for lib/runtime/wire/advisory-mirror.ts: nothing is downloaded. */
export const wireAdvisoryMirror = (objects: ObjectStore & ObjectRemover): AdvisoryMirror => ({
  base: () => currentSnapshot(objects),
  current: () => readManifest(objects),
  sync: async (_dumps, now) => {
    const switched = await publish(objects, now);
    const outcome = switched ? ('updated' as const) : ('unchanged' as const);
    return { switched, ecosystems: [{ ecosystem: 'npm', outcome }], signals: [], ratings: [] };
  },
  removeUnused: (before, after, now) =>
    retireObjects({ before: before as Manifest, after: after as Manifest }, objects, now.toISOString()),
});
