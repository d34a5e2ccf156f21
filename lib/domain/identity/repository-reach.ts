import type { RecordName, Records } from '../record-changes.ts';
import type { Scope } from './roles.ts';
import type { Caller } from './caller.ts';

/** The part of a caller that limits it to repositories. */
export type RepositoryLimits = Pick<Caller, 'repositoryIds'>;

/** Every other scope concerns the whole organization, so that a limited credential cannot have it. */
export const repositoryScopes: readonly Scope[] = [
  'repositories:read',
  'repositories:write',
  'scans:read',
  'scans:write',
];

/** Returns whether a credential may access a repository of its organization. */
export const reachesRepository = ({ repositoryIds }: RepositoryLimits, repositoryId: string): boolean =>
  repositoryIds === undefined || repositoryIds.includes(repositoryId);

/** The repositories that a record belongs to; none for a record of the whole organization. */
type RepositoriesOf<R extends RecordName> = (record: Records[R]) => readonly (string | undefined)[];

const own = ({ repositoryId }: { repositoryId: string }): string[] => [repositoryId];
const ofMembers = ({ members }: { members: readonly { repositoryId: string }[] }): string[] =>
  members.map(({ repositoryId }) => repositoryId);

/** The records that belong to a repository; every other one belongs to the organization, an account or a person. */
const repositoriesOf: { [R in RecordName]?: RepositoriesOf<R> } = {
  repository: own,
  // A released name belongs to no repository.
  repositoryName: ({ repositoryId }) => (repositoryId ? [repositoryId] : []),
  scan: own,
  scanListing: own,
  baseScan: own,
  dedup: own,
  keptUnit: own,
  historyScan: own,
  trackedFinding: own,
  followedCommit: own,
  repositoryGate: own,
  repositoryTrend: own,
  indexedComponent: own,
  indexedUnit: own,
  waiver: ({ scope }) => [scope?.repositoryId],
  waiverSlot: ({ waiver }) => [waiver.scope?.repositoryId],
  bundle: ofMembers,
  release: ofMembers,
};

/**
 * Returns whether a credential may access a record. A record of a repository that it may not access is as absent as
 * one of another organization, and so is a bundle with such a member.
 */
export const reachesRecord = <R extends RecordName>(
  limits: RepositoryLimits,
  record: R,
  found: Records[R],
): boolean => {
  const of: RepositoriesOf<R> | undefined = repositoriesOf[record];
  return (of?.(found) ?? []).every(
    (repositoryId) => repositoryId === undefined || reachesRepository(limits, repositoryId),
  );
};
