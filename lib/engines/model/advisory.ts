import type { Ecosystem } from './component.ts';
import type { Severity } from './severity.ts';

/**
 * One interval of affected versions. `introduced` is inclusive ('0' means from the first version),
 * `lastAffected` inclusive, `fixed` and `limit` exclusive. A `limit` ends the known range and is not a fix.
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

/** The severity by the newest CVSS version that a record states. */
export interface NewestRating {
  severity: Severity;
  /** The CVSS version, such as 3.1. */
  version: number;
}

/** Notices of RustSec that are no vulnerability by themselves. */
export const informationalKinds = ['notice', 'unmaintained', 'unsound'] as const;
export type Informational = (typeof informationalKinds)[number];

/**
 * The part of an OSV record about one package, compacted for matching. A withdrawn record is never an advisory.
 */
export interface Advisory {
  id: string;
  aliases: string[];
  summary: string;
  severity: Severity;
  cvss?: CvssScore;
  /** Present where the newest CVSS version gives another severity. */
  newest?: NewestRating;
  /** ISO instant of the first publication, where the record states it. */
  published?: string;
  malicious: boolean;
  /** Set for a notice instead of a vulnerability. */
  informational?: Informational;
  /** Page of the advisory; http or https. */
  url: string;
  ranges: VersionRange[];
  /** Exact affected versions outside the ranges. */
  versions: string[];
  /** The unpublished fixes of its ranges, each with the next published version, or 0 where none is known. */
  unpublished?: ReadonlyMap<string, string | 0>;
  /** The affected symbols of the package, as the record spells them; absent when it names none. */
  symbols?: readonly string[];
  /** True if a range has versions that the ecosystem cannot order, so that a miss proves nothing. */
  unordered?: boolean;
}

/** Evidence of exploitation of a vulnerability, independent of its severity. */
export interface ExploitSignals {
  /**
   * FIRST's EPSS: probability of exploitation within 30 days, and the share of CVEs with a lower one; 0 to 1.
   */
  epss?: { score: number; percentile: number };
  /** Entry in CISA's catalog of known exploited vulnerabilities. */
  kev?: { dateAdded: string; dueDate?: string; ransomware?: true };
}

/** Looks up signals by CVE id; the result is empty for an unknown id. */
export type SignalSource = (cve: string) => ExploitSignals;

/** The advisory snapshot as the engines see it: in memory and synchronous. */
export interface AdvisoryIndex {
  /** Digest that names the snapshot in a verdict; `none` when nothing was ever imported. */
  snapshotId: string;
  /** ISO instant of the snapshot; absent when empty. */
  builtAt?: string;
  /** Ecosystems with records in the snapshot. A component of another ecosystem is unassessed, not clean. */
  ecosystems: readonly Ecosystem[];
  /**
   * Returns all advisories of a package in constant time; `name` is normalized here. It also knows the canary
   * package of each ecosystem (advisories/canary.ts), so that a broken lookup is noticed.
   */
  lookup(ecosystem: Ecosystem, name: string): readonly Advisory[];
  /** Absent when neither EPSS nor KEV data was ever imported; then findings have none. */
  signals?: SignalSource;
}
