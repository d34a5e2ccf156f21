import type { Ecosystem } from '../../domain/scans/component.ts';
import type { Severity } from '../../domain/scans/severity.ts';

/** One interval of affected versions. `introduced` is inclusive ('0' = from the first), `fixed` and `limit` exclusive, `lastAffected` inclusive. */
export interface VersionRange {
  introduced: string;
  fixed?: string;
  lastAffected?: string;
}

/** What an OSV record says about one package, compacted for matching. Withdrawn records never become one. */
export interface Advisory {
  id: string;
  aliases: string[];
  summary: string;
  severity: Severity;
  cvss?: { vector: string; score: number };
  malicious: boolean;
  ranges: VersionRange[];
  /** Exact affected versions, where the record lists them. */
  versions: string[];
}

/** The advisory snapshot as the engines see it: in memory, synchronous. */
export interface AdvisoryIndex {
  /** Digest that names the snapshot in a verdict; `none` when nothing was ever imported. */
  snapshotId: string;
  /** ISO instant of the newest record or import; absent when empty. */
  builtAt?: string;
  /** Ecosystems the snapshot holds records for; a component of another one is unassessed, not clean. */
  ecosystems: readonly Ecosystem[];
  lookup(ecosystem: Ecosystem, name: string): readonly Advisory[];
}
