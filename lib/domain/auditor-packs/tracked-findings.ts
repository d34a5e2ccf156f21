import { dayMs } from '../instant.ts';
import type { Instant, TrackedFinding } from '../records.ts';

/** Returns whether a finding of a default branch was present at some time in the period. */
export const wasTrackedIn = (
  { openedAt, fixed }: Pick<TrackedFinding, 'openedAt' | 'fixed'>,
  { from, to }: { from: Instant; to: Instant },
): boolean => openedAt < to && (fixed === undefined || fixed.at >= from);

/**
 * A tracked finding with the number of days until it was fixed, without people's notes. Changes after the end of the
 * period are left out.
 */
export const trackedFindingRow = (finding: TrackedFinding, end: Instant) => {
  const { repositoryId, projectUnitId, fingerprint, kind, severity, rule, title, packageName } = finding;
  const { state, openedAt, firstSeen, knownExploited } = finding;
  const fixed = finding.fixed && finding.fixed.at < end ? finding.fixed : undefined;
  const days = fixed && (Date.parse(fixed.at) - Date.parse(openedAt)) / dayMs;
  return {
    repositoryId,
    projectUnitId,
    fingerprint,
    kind,
    severity,
    rule,
    title,
    package: packageName,
    knownExploited,
    state: state === 'fixed' && !fixed ? 'open' : state,
    openedAt,
    fixedAt: fixed?.at,
    daysToFix: days === undefined ? undefined : Math.round(Math.max(0, days) * 100) / 100,
    firstSeen,
    fixed,
  };
};
