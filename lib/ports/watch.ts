import type { ShardRecord } from '@scangate/engines/advisories/compact-record';
import type { Ecosystem } from '@scangate/engines/model/component';

/** Names a project unit that is judged again. */
export interface WatchedUnit {
  organizationId: string;
  repositoryId: string;
  projectUnitId: string;
}

/** What the watch begins with: units that it judges again whatever changed. */
export interface WatchRequest {
  /** Equal requests of one cause are one execution. */
  cause: string;
  units: readonly WatchedUnit[];
}

/** Starts the watch workflow; succeeds when it runs for this cause already. */
export interface WatchStarter {
  start(request: WatchRequest): Promise<void>;
}

/** Names the objects of the published snapshot. */
export interface SnapshotObjects {
  snapshotId: string;
  shards: Partial<Record<Ecosystem, string>>;
}

/** The records of snapshots, as they are stored. */
export interface SnapshotRecords {
  /** Reads which snapshot is published; undefined before the first one. */
  published(): Promise<SnapshotObjects | undefined>;
  /** Reads the records of an object; undefined when it was removed after its time. */
  records(key: string): Promise<ShardRecord[] | undefined>;
}

/** Stores the list that the workflow goes through; it expires after a day. */
export interface WatchLists {
  put(name: string, items: readonly object[]): Promise<{ bucket: string; key: string }>;
}
