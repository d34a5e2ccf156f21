import { auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import type { Instant, Repository, TrackedFinding } from '../records.ts';
import type { MatchedPackage } from './match-component.ts';

/** The unit of a watch event, and the matches of the watch. */
export interface WatchedChange {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'fullName'>;
  unit: { projectUnitId: string; path: string };
  snapshotId: string;
  at: Instant;
}

/** The limit of packages or findings that an event names. */
const maxNamed = 20;

type EventChange = Change<'auditEvent'>;

const eventOf = (
  action: 'advisory.matched' | 'finding.introduced',
  { repository, unit, snapshotId, at }: WatchedChange,
  after: Record<string, unknown>,
): EventChange => {
  const { organizationId, repositoryId, fullName } = repository;
  return auditEvent({
    organizationId,
    at,
    action,
    actor: { kind: 'system' },
    cause: `${snapshotId} ${unit.projectUnitId}`,
    target: repositoryId,
    after: {
      repository: fullName,
      projectUnitId: unit.projectUnitId,
      path: unit.path,
      advisorySnapshot: snapshotId,
      ...after,
    },
  });
};

/** The event that changed advisories affect packages of a unit; none when they were only withdrawn. */
export const advisoryMatched = (
  change: WatchedChange,
  matched: readonly MatchedPackage[],
): EventChange | undefined => {
  const affecting = matched.filter(({ advisories }) => advisories.length > 0);
  if (affecting.length === 0) return undefined;
  return eventOf('advisory.matched', change, {
    packages: affecting.slice(0, maxNamed).map(({ package: purl, versions, advisories }) => ({
      purl,
      versions: versions.slice(0, maxNamed),
      advisories: advisories.slice(0, maxNamed),
    })),
    total: affecting.length,
  });
};

type Introduced = Pick<TrackedFinding, 'fingerprint' | 'severity' | 'title' | 'rule'>;

/** The event that a unit has findings that it did not have before; none without any. */
export const findingIntroduced = (
  change: WatchedChange,
  findings: readonly Introduced[],
): EventChange | undefined => {
  if (findings.length === 0) return undefined;
  return eventOf('finding.introduced', change, {
    findings: findings
      .slice(0, maxNamed)
      .map(({ fingerprint, severity, title, rule }) => ({ fingerprint, severity, title, rule })),
    total: findings.length,
  });
};
