import type { Change } from './change.ts';
import { derivedId } from './digest.ts';
import { Problem } from './problem.ts';
import type { Instant, Repository, RepositoryName } from './records.ts';
import type { ProjectUnit } from './scans/project-unit.ts';

/** A unit's id follows from repository and path: two looks at the same tree find the same unit. */
export const projectUnitId = (repositoryId: string, path: string): string =>
  derivedId('unit', repositoryId, path);

/** The root exists from the connection on; its type is known once its tree was looked at. */
export const rootUnit = (repositoryId: string, fullName: string): ProjectUnit => ({
  projectUnitId: projectUnitId(repositoryId, ''),
  path: '',
  type: 'source',
  name: fullName.slice(fullName.lastIndexOf('/') + 1),
});

/** The repositories a plan with room for so many covers: those connected first (billing.md, "Parents and limits"). */
export const oldestRepositories = (names: readonly RepositoryName[], limit: number): string[] =>
  names
    .filter(({ repositoryId }) => repositoryId !== '')
    .toSorted((a, b) => (a.connectedAt + a.repositoryId < b.connectedAt + b.repositoryId ? -1 : 1))
    .slice(0, limit)
    .map(({ repositoryId }) => repositoryId);

/** What a second repository of the same full name is told. */
export const nameTaken = (fullName: string): Problem =>
  new Problem('conflict', { detail: `A repository named ${fullName} is connected already.` });

/** Connects a repository under a full name that no other connected one has. */
export const connectRepository = (repository: Repository): Change<'repository' | 'repositoryName'>[] => [
  {
    change: 'insert',
    record: 'repositoryName',
    item: {
      organizationId: repository.organizationId,
      name: repository.fullName.toLowerCase(),
      repositoryId: repository.repositoryId,
      connectedAt: repository.connectedAt,
    },
    over: [{ field: 'repositoryId', is: 'equal', value: '' }],
    refused: () => nameTaken(repository.fullName),
  },
  { change: 'insert', record: 'repository', item: repository },
];

/** Forgets the credential and frees the name. The record stays: scans point at it. */
export const disconnectRepository = (
  repository: Repository,
  now: Instant,
): Change<'repository' | 'repositoryName'>[] => {
  const { organizationId, repositoryId } = repository;
  const gone = () => new Problem('repository_not_found');
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { disconnectedAt: now },
      unset: ['credential'],
      when: [{ field: 'disconnectedAt', is: 'absent' }],
      refused: gone,
    },
    {
      change: 'update',
      record: 'repositoryName',
      id: { organizationId, name: repository.fullName.toLowerCase() },
      set: { repositoryId: '' },
      when: [{ field: 'repositoryId', is: 'equal', value: repositoryId }],
      refused: gone,
    },
  ];
};

/** More than any repository needs; keeps the record far from DynamoDB's 400 KB. */
export const registeredUnitsLimit = 500;

/** Somebody else registered units meanwhile: load the repository and decide again. */
export class UnitsMoved extends Error {}

/** The units a repository knows after a look at a tree: none is forgotten, types follow the latest look. */
export const registerUnits = (
  repository: Repository,
  found: readonly ProjectUnit[],
): Change<'repository'>[] => {
  const known = new Map(repository.units.map((unit) => [unit.projectUnitId, unit]));
  const merged = new Map(known);
  for (const unit of found) {
    if (known.has(unit.projectUnitId) || merged.size < registeredUnitsLimit)
      merged.set(unit.projectUnitId, unit);
  }
  const units = [...merged.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const { organizationId, repositoryId, unitsVersion } = repository;
  if (unitsVersion > 0 && JSON.stringify(units) === JSON.stringify(repository.units)) return [];
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { units, unitsVersion: unitsVersion + 1 },
      when: [{ field: 'unitsVersion', is: 'equal', value: unitsVersion }],
      refused: () => new UnitsMoved(),
    },
  ];
};

export const repositoryView = (repository: Repository) => ({
  repositoryId: repository.repositoryId,
  fullName: repository.fullName,
  provider: repository.provider,
  defaultBranch: repository.defaultBranch,
  projectUnits: repository.units,
});

export const managedRepositoryView = (repository: Repository) => ({
  ...repositoryView(repository),
  url: repository.url,
  hasCredential: repository.credential !== undefined,
  connectedAt: repository.connectedAt,
});
