import { actorOf, auditEvent } from '../audit/audit-event.ts';
import type { Change, RecordKeys } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { etagMismatch } from '../etag.ts';
import type { Caller } from '../identity/caller.ts';
import { addMs, dayMs } from '../instant.ts';
import { invalidField } from '../invalid-field.ts';
import { Problem } from '../problem.ts';
import type { Attestation, Bundle, Instant, Release, ReleasedMember, WatchPosition } from '../records.ts';

type ReleaseChange = Change<'release' | 'attestation' | 'bundle' | 'watchPosition' | 'auditEvent'>;

export const maxReleases = 200;
const supportYears = 5;
const longestSupportYears = 30;

/** A release as the API shows it. */
export const releaseView = ({
  organizationId: _organization,
  version: _version,
  folder: _folder,
  advisories: { name: _name, waiverIds: _waivers, ...advisories },
  members,
  ...shown
}: Release) => ({
  ...shown,
  members: members.map(({ units: _units, ...member }) => member),
  advisories,
});

/** The key of the signed statement of a release, which is stored like that of a scan. */
export const releaseAttestationKey = ({
  organizationId,
  bundleId,
  releaseVersion,
}: Pick<Release, 'organizationId' | 'bundleId' | 'releaseVersion'>): RecordKeys['attestation'] => ({
  organizationId,
  scanId: `release:${bundleId}`,
  judgment: releaseVersion,
});

const plusYears = (at: Instant, years: number): Instant => {
  const date = new Date(at);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  // February 29 becomes February 28.
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.toISOString();
};

const invalidSupport = (detail: string): Problem => invalidField('/supportUntil', detail);

/**
 * The end of support of a new release: five years, or as requested.
 * @throws Problem validation_failed
 */
export const supportEnd = (asked: Instant | undefined, now: Instant): Instant => {
  if (asked === undefined) return plusYears(now, supportYears);
  const until = new Date(asked).toISOString();
  if (until <= now) throw invalidSupport('The support of a new release must end in the future.');
  if (until > plusYears(now, longestSupportYears))
    throw invalidSupport(`The support must end within ${longestSupportYears} years.`);
  return until;
};

/** A release fails when one of its members does. */
export const releasedVerdict = (members: readonly Pick<ReleasedMember, 'verdict'>[]): Release['verdict'] =>
  members.every(({ verdict }) => verdict === 'PASS') ? 'PASS' : 'FAIL';

/** The refusal of a version that the bundle has already released. */
export const releaseExists = (): Problem =>
  new Problem('release_exists', { detail: 'A release never changes. Choose another version.' });

/** Thrown when the bundle, the policy or the advisories changed while the release was being judged. */
export class ReleaseConflict extends Conflict {
  constructor() {
    super('the bundle, the policy or the advisories changed meanwhile');
  }
}

/** @throws Problem limit_reached */
export const requireRoomForRelease = ({ releases }: Bundle): void => {
  if (releases >= maxReleases)
    throw new Problem('limit_reached', { detail: `A bundle has at most ${maxReleases} releases.` });
};

/** The condition that the watch has not advanced since the advisories were read. */
const watchedUpTo = (position: WatchPosition | undefined): Change<'watchPosition'>[] =>
  position
    ? [
        {
          change: 'require',
          record: 'watchPosition',
          id: { watch: position.watch },
          when: [{ field: 'version', is: 'equal', value: position.version }],
          onConflict: () => new ReleaseConflict(),
        },
      ]
    : [];

interface Publication {
  release: Release;
  /** Its signed statement. */
  attestation: Attestation;
  bundle: Bundle;
  position: WatchPosition | undefined;
}

/**
 * Publishes a release. The component index already has its packages, and the watch has not advanced since the
 * members were judged, so that whatever it matches later finds the release.
 * @throws ReleaseConflict, or Problem release_exists
 */
export const publishRelease = (
  caller: Caller,
  { release, attestation, bundle, position }: Publication,
): ReleaseChange[] => {
  const { organizationId, bundleId, releaseVersion, verdict, members, supportUntil, releasedAt } = release;
  const onConflict = () => new ReleaseConflict();
  return [
    { change: 'insert', record: 'release', item: release, onConflict: releaseExists },
    { change: 'insert', record: 'attestation', item: attestation, onConflict: releaseExists },
    {
      change: 'update',
      record: 'bundle',
      id: { organizationId, bundleId },
      add: { releases: 1 },
      when: [
        { field: 'releases', is: 'atMost', value: maxReleases - 1 },
        { field: 'version', is: 'equal', value: bundle.version },
        { field: 'removedAt', is: 'absent' },
      ],
      onConflict,
    },
    ...watchedUpTo(position),
    auditEvent({
      organizationId,
      at: releasedAt,
      action: 'bundle.released',
      actor: actorOf(caller),
      cause: `${bundleId}#${releaseVersion}`,
      target: bundleId,
      after: { version: releaseVersion, verdict, members: members.length, supportUntil },
      onConflict: releaseExists,
    }),
  ];
};

const changedMeanwhile = () => etagMismatch('release');

/**
 * Extends the support of a release; the end can only be moved later.
 * @throws Problem validation_failed
 */
export const extendSupport = (
  caller: Caller,
  { release, supportUntil }: { release: Release; supportUntil: Instant },
  now: Instant,
): { release: Release; changes: Change<'release' | 'auditEvent'>[] } => {
  // Advisories published since the end of support were not matched with the release.
  if (release.supportUntil <= now) throw invalidSupport('The support has ended: release another version.');
  const until = supportEnd(supportUntil, now);
  if (until < release.supportUntil) throw invalidSupport('The end of support can only be extended.');
  if (until === release.supportUntil) return { release, changes: [] };
  const { organizationId, bundleId, releaseVersion } = release;
  const version = release.version + 1;
  return {
    release: { ...release, supportUntil: until, version },
    changes: [
      {
        change: 'update',
        record: 'release',
        id: { organizationId, bundleId, releaseVersion },
        set: { supportUntil: until, version },
        when: [{ field: 'version', is: 'equal', value: release.version }],
        onConflict: changedMeanwhile,
      },
      auditEvent({
        organizationId,
        at: now,
        action: 'bundle.support_extended',
        actor: actorOf(caller),
        cause: `${bundleId}#${releaseVersion}#${version}`,
        target: bundleId,
        before: { version: releaseVersion, supportUntil: release.supportUntil },
        after: { version: releaseVersion, supportUntil: until },
        onConflict: changedMeanwhile,
      }),
    ],
  };
};

/** A vulnerability that is known to be exploited must be reported within a day (CRA Article 14). */
export const earlyWarningDueAt = (at: Instant): Instant => addMs(at, dayMs);
