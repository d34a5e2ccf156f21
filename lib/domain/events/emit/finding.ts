import { bySeverity, type Severity } from '@scangate/engines/model/severity';
import type { Change } from '@scangate/domain/record-changes';
import type { Instant, Repository, Sighting, TrackedFinding } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';
import { capEventList } from '../cap-event-list.ts';

/** The followed commit of a default branch, as it was judged. */
export interface JudgedBranch {
  organization: Listening;
  repository: Pick<Repository, 'repositoryId' | 'fullName' | 'defaultBranch'>;
  seen: Sighting;
  /** The published advisories because of which the watch judged it again. */
  advisorySnapshot?: string;
  /** The history scan that found them. */
  historyScanId?: string;
}

interface Told {
  cause: string;
  /** When the event is emitted. */
  at: Instant;
}

const findingOf = (row: TrackedFinding) => {
  const { fingerprint, projectUnitId, kind, severity, title, rule } = row;
  const { packageName, packageVersion, knownExploited, fixable } = row;
  return {
    fingerprint,
    projectUnitId,
    kind,
    severity,
    title,
    rule,
    ...(packageName !== undefined && { packageName }),
    ...(packageVersion !== undefined && { packageVersion }),
    knownExploited,
    fixable,
  };
};

const tell = (
  type: 'finding.introduced' | 'finding.fixed',
  { organization, repository, seen, advisorySnapshot, historyScanId }: JudgedBranch,
  { rows, cause, at }: Told & { rows: readonly TrackedFinding[] },
): Change<'storedEvent'>[] => {
  const [first, ...others] = rows.toSorted((a, b) => bySeverity(a.severity, b.severity));
  if (!first) return [];
  const { repositoryId, fullName, defaultBranch: branch } = repository;
  const highestSeverity: Severity = first.severity;
  const state = type === 'finding.fixed' ? 'fixed' : 'open';
  const link = `/v1/findings?repositoryId=${repositoryId}&state=${state}`;
  const { entries: findings, rest } = capEventList([first, ...others].map(findingOf), link);
  return emitEvent(organization, {
    type,
    cause,
    at,
    data: {
      repository: { repositoryId, fullName },
      branch,
      commitHash: seen.commitHash,
      scanId: seen.scanId,
      ...(advisorySnapshot !== undefined && { advisorySnapshot }),
      ...(historyScanId !== undefined && { historyScanId }),
      judgedAt: seen.at,
      total: rows.length,
      highestSeverity,
      findings,
      ...rest,
    },
    about: { repositoryId, branch, severity: highestSeverity },
  });
};

/** Emits the findings that a judgment of the default branch opened; nothing without any. */
export const findingsIntroduced = (
  judged: JudgedBranch,
  told: Told & { rows: readonly TrackedFinding[] },
): Change<'storedEvent'>[] => tell('finding.introduced', judged, told);

/** Emits the findings that a commit of the default branch fixed; nothing without any. */
export const findingsFixed = (
  judged: JudgedBranch,
  told: Told & { rows: readonly TrackedFinding[] },
): Change<'storedEvent'>[] => tell('finding.fixed', judged, told);
