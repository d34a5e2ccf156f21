import { severities, type Severity } from '@scangate/engines/model/severity';
import type { Change } from '@scangate/domain/record-changes';
import type { Repository, TrackedFinding } from '@scangate/domain/records';
import type { MatchedPackage } from '@scangate/domain/advisory-watch/match-component';
import type { WatchedChange } from '@scangate/domain/advisory-watch/watch-events';
import { emitEvent, type Listening } from '../emit-event.ts';
import { capEventList } from '../cap-event-list.ts';

/** The limits of versions and advisories of one package that an event names. */
const maxNamed = 5;

/** The branch that the watch judged again, with the matches there. */
interface MatchedBranch extends WatchedChange {
  repository: WatchedChange['repository'] & Pick<Repository, 'defaultBranch'>;
  matched: readonly MatchedPackage[];
  /** The tracked findings of the unit. */
  rows: readonly Pick<TrackedFinding, 'rule' | 'severity'>[];
}

/** The highest severity of the findings for these advisories. */
const highestOf = ({ matched, rows }: MatchedBranch): Severity | undefined => {
  const named = new Set(matched.flatMap(({ advisories }) => advisories));
  return severities.find((severity) => rows.some((row) => row.severity === severity && named.has(row.rule)));
};

/** Emits which packages of a unit published advisories affect; nothing when advisories were only withdrawn. */
export const advisoriesMatched = (
  organization: Listening,
  branch: MatchedBranch,
): Change<'storedEvent'>[] => {
  const { repository, unit, snapshotId, at, matched } = branch;
  const { repositoryId, fullName, defaultBranch } = repository;
  const severity = highestOf(branch);
  const affecting = matched.filter(({ advisories }) => advisories.length > 0);
  if (affecting.length === 0) return [];
  const { projectUnitId, path: unitPath } = unit;
  const named = affecting.map(({ package: purl, versions, advisories }) => ({
    package: purl,
    versions: versions.slice(0, maxNamed),
    advisories: advisories.slice(0, maxNamed),
  }));
  const { entries: packages, rest } = capEventList(
    named,
    `/v1/findings?repositoryId=${repositoryId}&state=open`,
  );
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
    about: { repositoryId, branch: defaultBranch, ...(severity && { severity }) },
  });
};
