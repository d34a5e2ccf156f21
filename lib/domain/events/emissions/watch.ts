import type { Change } from '../../change.ts';
import type { MatchedPackage } from '../../watch/match-component.ts';
import type { WatchedChange } from '../../watch/watch-events.ts';
import { emitEvent, type Listening } from '../emit-event.ts';
import { listed } from '../listed.ts';

/** The most versions and advisories of one package that an event names. */
const maxNamed = 5;

/** Tells which packages of a unit published advisories affect; nothing when they only were withdrawn. */
export const advisoriesMatched = (
  organization: Listening,
  { repository: { repositoryId, fullName }, unit, snapshotId, at }: WatchedChange,
  matched: readonly MatchedPackage[],
): Change<'storedEvent'>[] => {
  const affecting = matched.filter(({ advisories }) => advisories.length > 0);
  if (affecting.length === 0) return [];
  const { projectUnitId, path: unitPath } = unit;
  const named = affecting.map(({ package: purl, versions, advisories }) => ({
    package: purl,
    versions: versions.slice(0, maxNamed),
    advisories: advisories.slice(0, maxNamed),
  }));
  const { entries: packages, rest } = listed(named, `/v1/findings?repositoryId=${repositoryId}&state=open`);
  return emitEvent(organization, {
    type: 'advisory.matched',
    cause: `${snapshotId} ${projectUnitId}`,
    at,
    data: {
      repository: { repositoryId, fullName },
      projectUnitId,
      unitPath,
      advisorySnapshot: snapshotId,
      total: affecting.length,
      packages,
      ...rest,
    },
    about: { repositoryId },
  });
};
