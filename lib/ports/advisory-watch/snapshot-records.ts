import type { ShardRecord } from '@scangate/engines/advisories/compact-record';

/** Names the objects of the published snapshot. */
export interface SnapshotObjects {
  snapshotId: string;
  shards: Record<string, string>;
}

/** The stored records of snapshots. */
export interface SnapshotRecords {
  /** Reads which snapshot is published; undefined before the first one. */
  published(): Promise<SnapshotObjects | undefined>;
  /** Reads the records of an object; undefined when it has been removed since. */
  records(key: string): Promise<ShardRecord[] | undefined>;
}
