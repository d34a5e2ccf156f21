import type { Finding, HistoryPlace } from '@scangate/engines/model/finding';
import type { ScanType } from '@scangate/engines/model/scan-type';
import type { Severity } from '@scangate/engines/model/severity';
import type { Instant } from '../records.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** The kinds of findings that are tracked: all that a verdict counts. Advice is not among them. */
export const trackedKinds = ['vulnerability', 'source', 'secret', 'license', 'code'] as const;
export type TrackedKind = (typeof trackedKinds)[number];
export type CountedFinding = Extract<Finding, { kind: TrackedKind }>;

export const trackedStates = ['open', 'waived', 'fixed'] as const;
export type TrackedState = (typeof trackedStates)[number];

/** A followed commit of a default branch, the scan that assessed it, and when it was judged. */
export interface Sighting {
  scanId: string;
  commitHash: string;
  at: Instant;
}

/** A followed scan with its scope. */
export interface FollowedScan extends Sighting {
  scanTypes: ScanType[];
  /** Set when the scan is limited to this unit. */
  projectUnitId?: string;
}

export const toleratedBy = ['waiver', 'suppression', 'policy'] as const;

/** Why a finding that is still present does not count. */
export interface Tolerance {
  by: (typeof toleratedBy)[number];
  reason: string;
  waiverId?: string;
  expiresAt?: Instant;
}

/** The fields that scans decide; a row is written again when one of these fields changes. */
export interface TrackedDetails {
  kind: TrackedKind;
  severity: Severity;
  title: string;
  /** The path of its project unit. */
  unitPath: string;
  /** The path of the file within its project unit. */
  file: string;
  /** The advisory, the rule or the license. */
  rule: string;
  packageName?: string;
  packageVersion?: string;
  /** Set when a known upgrade fixes it. */
  fixable: boolean;
  /** Set when it is in a catalog of exploited vulnerabilities. */
  knownExploited: boolean;
  /** The place of a secret that a history scan found; its project unit is the repository as a whole. */
  history?: HistoryPlace;
  /** The number of places in its unit that share the fingerprint. */
  occurrences: number;
}

/** A finding of one project unit on the default branch of its repository (docs/adr/0044-tracked-findings.md). */
export interface TrackedFinding extends TrackedDetails {
  organizationId: string;
  projectUnitId: string;
  fingerprint: string;
  repositoryId: string;
  state: TrackedState;
  /** Grows with every change of what scans say about it. */
  version: number;
  firstSeen: Sighting;
  /** The last commit that is known to have it; an open finding may also be in a later one. */
  lastSeen: Sighting;
  /** When it was last opened. */
  openedAt: Instant;
  /** The first commit without it. */
  fixed?: Sighting;
  /** Why it does not count. */
  tolerated?: Tolerance;
  /** Since when it was not found, although its unit or its dimension was not assessed completely. */
  unconfirmed?: true;
  /** A person of the organization. */
  assignee?: string;
  notes?: string;
  /** When the notes were changed. */
  notedAt?: Instant;
  /** The URL of its ticket. */
  ticket?: string;
  /** Grows with every change of assignee, notes and ticket; it is the ETag. */
  triageVersion: number;
  /** The organization, whose list of findings is ordered by `listedBy`. Absent once the finding is removed. */
  listedOf?: string;
  listedBy?: string;
  /** When it was removed after its retention; a removed finding counts as absent. */
  expiresAt?: Instant;
}

/** Names a project unit in which a fingerprint is tracked. */
export interface FindingLocation {
  organizationId: string;
  fingerprint: string;
  projectUnitId: string;
  expiresAt?: Instant;
}

/** A commit that was proven to be on the default branch. */
export interface NewestCommit extends Sighting {
  branch: string;
}

/** The scan that was followed last in a repository, which its tracked findings describe. */
export interface FollowedCommit {
  organizationId: string;
  repositoryId: string;
  /** The newest commit of the default branch; absent while only artifacts were followed. */
  newest?: NewestCommit;
  /** Grows with every followed scan; guards against writes that were decided from an older one. */
  version: number;
  seen: FollowedScan;
  /** The scan that was followed before it. */
  previous?: FollowedScan;
  /** The project units that may have open findings. */
  units: string[];
  /** The newest followed artifact of each project unit: the id of its scan. */
  artifacts?: Record<string, string>;
  /**
   * When the followed scans were judged whose events are still due, including the last one. Absent when nobody
   * listens, and once they are emitted.
   */
  telling?: Instant[];
}

/**
 * The gate of the default branch of a repository: the newest verdict there, by its current judgment
 * (docs/adr/0096-gates-of-default-branches.md).
 */
export interface RepositoryGate {
  organizationId: string;
  repositoryId: string;
  fullName: string;
  branch: string;
  scanId: string;
  commitHash: string;
  /** Whether the scan had the full scope. */
  fullScope: boolean;
  verdict: Verdict['verdict'];
  reason: Verdict['reason'];
  /** When it was judged. */
  judgedAt: Instant;
  /** Since when no scan of the branch passed; absent while it passes. */
  failingSince?: Instant;
  /** Grows with every change. */
  version: number;
}

/** The changes of one day (UTC) in the tracked findings of an organization. All but `opened` and `fixed` may be negative. */
export interface Trend {
  organizationId: string;
  /** YYYY-MM-DD. */
  day: string;
  critical: number;
  high: number;
  medium: number;
  low: number;
  unknown: number;
  waived: number;
  opened: number;
  fixed: number;
  /** The seconds between opening and fixing, summed over all findings that were fixed on that day. */
  fixSeconds: number;
  /** The followed scans by verdict, and the failed scans of default branches; absent before they were counted. */
  pass?: number;
  fail?: number;
  error?: number;
}

/** The part of one repository in the trend of a day. */
export interface RepositoryTrend extends Trend {
  repositoryId: string;
}
