import { moreSevere, type Severity } from '@scangate/engines/model/severity';
import { auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { emitEvent, type Listening } from '../events/emit-event.ts';
import type { Bundle, Instant, Release } from '../records.ts';
import { newlyAffecting, summarizeAdvisories, type AffectingAdvisory } from './affecting-advisories.ts';
import { memberKey } from './member-key.ts';
import { earlyWarningDueAt } from './release-rules.ts';

type JudgmentChange = Change<'release' | 'auditEvent' | 'storedEvent'>;

/** Thrown when another judgment of the release, or a change by a person, came first. */
class ReleaseJudgmentConflict extends Conflict {
  constructor() {
    super('the release changed since it was read');
  }
}

interface ReleaseJudgment {
  release: Release;
  bundle: Bundle;
  before: readonly AffectingAdvisory[];
  after: readonly AffectingAdvisory[];
  /** The name of the stored list of advisories that affect the release now. */
  name: string;
  snapshotId: string;
  at: Instant;
}

/** The limits of advisories and members that an event names. */
const maxNamed = 50;

const affectedEvents = (
  organization: Listening,
  { release, bundle, snapshotId, at }: ReleaseJudgment,
  added: readonly AffectingAdvisory[],
): JudgmentChange[] => {
  const { organizationId, bundleId, releaseVersion: version, supportUntil } = release;
  const members = [
    ...new Map(added.flatMap((one) => one.members).map((one) => [memberKey(one), one])).values(),
  ];
  const knownExploited = added.some((one) => one.knownExploited);
  const highestSeverity = added.reduce<Severity>(
    (most, { severity }) => moreSevere(most, severity),
    'unknown',
  );
  const advisories = [...new Set(added.map(({ advisoryId }) => advisoryId))].slice(0, maxNamed);
  const warning = knownExploited && { earlyWarningDueAt: earlyWarningDueAt(at) };
  // The end of a waiver is reported in addition to an advisory of the same snapshot.
  const cause = `${snapshotId} ${bundleId}#${version}#${release.version}`;
  return [
    auditEvent({
      organizationId,
      at,
      action: 'bundle.affected',
      actor: { kind: 'system' },
      cause,
      target: bundleId,
      after: { version, advisories, knownExploited, ...warning },
      onConflict: () => new ReleaseJudgmentConflict(),
    }),
    ...emitEvent(organization, {
      type: 'bundle.affected',
      cause,
      at,
      data: {
        bundleId,
        name: bundle.name,
        version,
        supportUntil,
        advisories,
        highestSeverity,
        knownExploited,
        ...warning,
        total: members.length,
        members: members.slice(0, maxNamed),
        more: Math.max(0, members.length - maxNamed),
      },
      about: { severity: highestSeverity },
    }),
  ];
};

/**
 * Records which advisories affect a release now, and emits an event about new ones: those that did not affect it
 * before, or have become exploited. No difference gives no change.
 */
export const recordReleaseJudgment = (
  organization: Listening,
  judgment: ReleaseJudgment,
): JudgmentChange[] => {
  const { release, before, after, name, at } = judgment;
  if (name === release.advisories.name) return [];
  const added = newlyAffecting(before, after);
  const { organizationId, bundleId, releaseVersion, version } = release;
  return [
    {
      change: 'update',
      record: 'release',
      id: { organizationId, bundleId, releaseVersion },
      set: { advisories: { name, judgedAt: at, ...summarizeAdvisories(after) }, version: version + 1 },
      when: [{ field: 'version', is: 'equal', value: version }],
      onConflict: () => new ReleaseJudgmentConflict(),
    },
    ...(added.length > 0 ? affectedEvents(organization, judgment, added) : []),
  ];
};
