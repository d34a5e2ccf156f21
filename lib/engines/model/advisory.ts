import type { Ecosystem } from './component.ts';
import type { Severity } from './severity.ts';

/**
 * One interval of affected versions. `introduced` is inclusive ('0' = from the first), `lastAffected`
 * inclusive, `fixed` and `limit` exclusive; a `limit` ends what is known and is no fix.
 */
export interface VersionRange {
  introduced: string;
  fixed?: string;
  lastAffected?: string;
  limit?: string;
}

export interface CvssScore {
  vector: string;
  score: number;
}

/** What an OSV record says about one package, compacted for matching. Withdrawn records never become one. */
export interface Advisory {
  id: string;
  aliases: string[];
  summary: string;
  severity: Severity;
  cvss?: CvssScore;
  malicious: boolean;
  /** Where to read it; http or https. */
  url: string;
  ranges: VersionRange[];
  /** Exact affected versions, where the record lists some that no range covers. */
  versions: string[];
  /** A range holds versions that its ecosystem cannot order: a miss proves nothing. */
  unordered?: boolean;
}

/** What is known of attacks on a weakness, beside how bad it is. */
export interface ExploitSignals {
  /** FIRST's EPSS: probability of exploitation within 30 days, and the share of CVEs that have less; 0 to 1. */
  epss?: { score: number; percentile: number };
  /** CISA's catalogue of what is known to be exploited. */
  kev?: { dateAdded: string; dueDate?: string; ransomware?: true };
}

/** By CVE id; nothing for an id that is not known. */
export type SignalSource = (cve: string) => ExploitSignals;

/** The advisory snapshot as the engines see it: in memory, synchronous. */
export interface AdvisoryIndex {
  /** Digest that names the snapshot in a verdict; `none` when nothing was ever imported. */
  snapshotId: string;
  /** ISO instant at which the snapshot was made; absent when empty. */
  builtAt?: string;
  /** Ecosystems the snapshot holds records for; a component of another one is unassessed, not clean. */
  ecosystems: readonly Ecosystem[];
  /**
   * All advisories of a package, in constant time; `name` is normalized here. For every ecosystem it holds
   * it also answers for the canary package (scanners/sca), so that an engine can tell "none" from "not awake".
   */
  lookup(ecosystem: Ecosystem, name: string): readonly Advisory[];
  /** Absent when neither EPSS nor KEV were ever imported: then findings carry none. */
  signals?: SignalSource;
}
