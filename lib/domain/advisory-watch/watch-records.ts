import type { PackageUses } from '@scangate/engines/model/component';
import type { Instant } from '../records.ts';

/**
 * A package in the inventory of a project unit, as of the newest followed commit of the default branch
 * (docs/adr/0045-component-index-and-watch.md).
 */
export interface IndexedComponent extends PackageUses {
  /** The package URL without version. */
  package: string;
  organizationId: string;
  projectUnitId: string;
  repositoryId: string;
  /** The revision of its unit that wrote it; only a later one replaces it. */
  revision: number;
  /** When the unit was found without the package; it then counts as absent. */
  removedAt?: Instant;
}

/** The state of the component index for a project unit. */
export interface IndexedUnit {
  organizationId: string;
  repositoryId: string;
  projectUnitId: string;
  /** The scan whose assessment is indexed. */
  scanId: string;
  /** The version of the followed commit; a unit never returns to an earlier one. */
  followed: number;
  /** Grows with every indexing. */
  revision: number;
  /** The number of its packages. */
  packages: number;
  /** The stored lists of packages whose items may exist: one when complete, more while a writer is at work. */
  lists: string[];
  /** Whether all items of this revision are written. */
  complete: boolean;
}

/** The advisory snapshot that the watch has matched with the component index. There is only one such record. */
export interface WatchPosition {
  watch: 'advisories';
  /** The snapshot up to which everything is matched. */
  snapshotId: string;
  /** The stored objects of that snapshot, by ecosystem. */
  shards: Record<string, string>;
  /**
   * The snapshot that is being matched. It is kept until the matching is done, so that an interrupted run is
   * repeated identically.
   */
  target?: WatchTarget;
  /** The time of the last matching; the next one is later, whatever clock it uses. */
  matchedAt?: Instant;
  /** Grows with every change. */
  version: number;
}

export interface WatchTarget {
  snapshotId: string;
  shards: Record<string, string>;
  /** When its matching began; the timestamp of everything that it writes. */
  startedAt: Instant;
}
