import { decodeShard } from '@scangate/engines/advisories/snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import type { SnapshotRecords } from '#ports/advisory-watch/snapshot-records.ts';
import { readManifest } from './manifest.ts';
import { verifiedObject } from './verified-object.ts';

/** Reads which snapshot is published, and the records of its shards. */
export const storedSnapshots = (objects: Pick<ObjectStore, 'get'>): SnapshotRecords => ({
  async published() {
    const manifest = await readManifest(objects);
    if (!manifest) return undefined;
    const { snapshotId, shards } = manifest;
    const keys = Object.entries(shards).map(([ecosystem, { key }]) => [ecosystem, key]);
    return { snapshotId, shards: Object.fromEntries(keys) };
  },
  async records(key) {
    if (!(await objects.get(key))) return undefined;
    return decodeShard(await verifiedObject(objects, key, 'advisory shard')).records;
  },
});
