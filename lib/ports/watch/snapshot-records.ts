import type { ShardRecord } from '@scangate/engines/advisories/compact-record';

/** Names the objects of the published snapshot. */
export interface SnapshotObjects {
  snapshotId: string;
  shards: Record<string, string>;
}

/** The records of snapshots, as they are stored. */
export interface SnapshotRecords {
  /** Reads which snapshot is published; undefined before the first one. */
  published(): Promise<SnapshotObjects | undefined>;
  /** Reads the records of an object; undefined when it was removed after its time. */
  records(key: string): Promise<ShardRecord[] | undefined>;
}
