import type { AdvisoryDump, PackageEcosystem } from '@scangate/engines/model/component';
import type { SignalKind } from '@scangate/engines/advisories/snapshot';

/** Names the objects of a stored snapshot. */
export interface StoredSnapshot {
  /** ISO instant of the switch to this snapshot; absent before the first one. */
  builtAt?: string;
  shards: Record<string, { key: string; syncedAt?: string }>;
  signals: Partial<Record<SignalKind, { key: string }>>;
  /** NVD's ratings by feed year. */
  ratings: Record<string, { key: string }>;
  licenses?: { shards: Partial<Record<PackageEcosystem, { key: string }>> };
}

type SyncOutcome = 'updated' | 'unchanged' | 'failed';

export interface MirrorReport {
  /** Whether another snapshot is now current. */
  switched: boolean;
  ecosystems: readonly {
    ecosystem: AdvisoryDump;
    /** `rated`: records of an unchanged dump got a severity. `absent`: OSV publishes no dump of the ecosystem. */
    outcome: SyncOutcome | 'rated' | 'absent';
    /** Records without a severity; absent when nothing was built. */
    unrated?: number;
  }[];
  signals: readonly { signal: SignalKind; outcome: SyncOutcome }[];
  /** The date of the license data that became current. */
  licenses?: string;
  ratings: readonly { year: string; outcome: SyncOutcome }[];
}

/** The stored copy of the public advisory databases, as the sync maintains it. */
export interface AdvisoryMirror {
  /** Reads the snapshot to build on: an empty one when none is stored or the stored one cannot be read. */
  base(): Promise<StoredSnapshot>;
  /** Reads the current snapshot; undefined when none is stored. @throws Error when it cannot be read. */
  current(): Promise<StoredSnapshot | undefined>;
  /**
   * Downloads what changed and switches to the new snapshot in one write. A part that fails keeps its last good
   * state.
   */
  sync(dumps: readonly AdvisoryDump[], now: Date): Promise<MirrorReport>;
  /** Removes objects to which no snapshot has referred for 30 days. */
  removeUnused(before: StoredSnapshot, after: StoredSnapshot, now: Date): Promise<{ removed: number }>;
}
