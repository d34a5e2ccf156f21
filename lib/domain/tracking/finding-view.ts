import { addMs, dayMs } from '../instant.ts';
import type { Severity } from '@scangate/engines/model/severity';
import type { Instant } from '../records.ts';
import { lastSeenOf } from './track-unit.ts';
import type { FollowedScan, TrackedFinding, TrackedKind, TrackedState } from './tracking-records.ts';

/** The value of the facet that selects findings without an assignee. */
export const unassigned = 'none';

/** The facets of the list; all that are given must match. */
export interface FindingFacets {
  kind?: TrackedKind | undefined;
  severity?: Severity | undefined;
  repositoryId?: string | undefined;
  state?: TrackedState | undefined;
  /** A person, or `none`. */
  assignee?: string | undefined;
  /** The days since it was first seen. */
  minAgeDays?: number | undefined;
  maxAgeDays?: number | undefined;
  fixable?: boolean | undefined;
  knownExploited?: boolean | undefined;
}

const agrees = <T>(wanted: T | undefined, found: T): boolean => wanted === undefined || wanted === found;

const isOfAge = (firstSeen: Instant, { minAgeDays, maxAgeDays }: FindingFacets, now: Date): boolean =>
  (minAgeDays === undefined || firstSeen <= addMs(now, -minAgeDays * dayMs)) &&
  (maxAgeDays === undefined || firstSeen >= addMs(now, -maxAgeDays * dayMs));

/** Returns whether a finding matches all facets. */
export const matchesFacets = (row: TrackedFinding, facets: FindingFacets, now: Date): boolean =>
  agrees(facets.kind, row.kind) &&
  agrees(facets.severity, row.severity) &&
  agrees(facets.repositoryId?.toLowerCase(), row.repositoryId) &&
  agrees(facets.state, row.state) &&
  agrees(facets.assignee?.toLowerCase(), row.assignee ?? unassigned) &&
  agrees(facets.fixable, row.fixable) &&
  agrees(facets.knownExploited, row.knownExploited) &&
  isOfAge(row.firstSeen.at, facets, now);

/**
 * A tracked finding as the list shows it. An open one is in the newest followed commit, so that only others have
 * `lastSeen`.
 */
export const findingView = (row: TrackedFinding) => ({
  fingerprint: row.fingerprint,
  repositoryId: row.repositoryId,
  projectUnitId: row.projectUnitId,
  unitPath: row.unitPath,
  kind: row.kind,
  severity: row.severity,
  title: row.title,
  rule: row.rule,
  file: row.file,
  ...(row.packageName !== undefined && { packageName: row.packageName }),
  ...(row.packageVersion !== undefined && { packageVersion: row.packageVersion }),
  ...(row.history && { history: row.history }),
  fixable: row.fixable,
  knownExploited: row.knownExploited,
  occurrences: row.occurrences,
  state: row.state,
  firstSeen: row.firstSeen,
  ...((row.state === 'fixed' || row.unconfirmed) && { lastSeen: row.lastSeen }),
  ...(row.fixed && { fixed: row.fixed }),
  ...(row.tolerated && { tolerated: row.tolerated }),
  unconfirmed: row.unconfirmed ?? false,
  assignee: row.assignee ?? null,
  ticket: row.ticket ?? null,
});

/** The detailed view of a tracked finding, with its notes and when it was last seen. */
export const findingDetailView = (row: TrackedFinding, followed: FollowedScan | undefined) => ({
  ...findingView(row),
  lastSeen: lastSeenOf(row, followed),
  notes: row.notes ?? null,
});
