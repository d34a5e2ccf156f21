import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { plans } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { AuditEvent, Instant, Organization, Repository, RepositoryName } from '../records.ts';
import type { PlanName } from '../identity/roles.ts';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';

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
export const repositoryNameTaken = (fullName: string): Problem =>
  new Problem('conflict', { detail: `A repository named ${fullName} is connected already.` });

/** What every repository beyond those that a plan has room for is told. */
export const repositoryLimitReached = (plan: PlanName, detail: string): Problem =>
  new Problem('entitlement_denied', {
    detail,
    capability: 'repositories',
    limit: plans[plan].repositories,
    plan,
  });

const full = (plan: PlanName): Problem =>
  repositoryLimitReached(
    plan,
    `The plan ${plan} has room for ${plans[plan].repositories} connected at a time.`,
  );

/** Asked before a host is; the transaction decides. @throws Problem entitlement_denied */
export const requireRepositoryCapacity = (
  { repositories }: Pick<Organization, 'repositories'>,
  plan: PlanName,
): void => {
  const limit = plans[plan].repositories;
  if (limit !== null && repositories >= limit) throw full(plan);
};

/** One of the places that a plan has; refused when all are taken, however many connect at once. */
const takePlace = (organizationId: string, plan: PlanName): Change<'organization'> => {
  const limit = plans[plan].repositories;
  return {
    change: 'update',
    record: 'organization',
    id: { organizationId },
    add: { repositories: 1 },
    ...(limit !== null && {
      when: [{ field: 'repositories', is: 'atMost', value: limit - 1 }],
      onConflict: () => full(plan),
    }),
  };
};

type ConnectionChange = Change<'repository' | 'repositoryName' | 'organization' | 'auditEvent'>;

const told = (
  caller: Actor,
  action: 'repository.connected' | 'repository.disconnected',
  { organizationId, repositoryId }: Repository,
  at: Instant,
  what: Pick<AuditEvent, 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    at,
    action,
    cause: repositoryId,
    target: repositoryId,
    ...what,
  });

/** What an event says of it: whether it has a credential, never which. */
const connection = ({ fullName, url, defaultBranch, credential }: Repository) => ({
  fullName,
  url,
  defaultBranch,
  hasCredential: credential !== undefined,
});

/**
 * Connects a repository under a full name that no other connected one has, where the plan has room for it.
 * @param caller whose plan is the one in force, a parent's for its client.
 */
export const connectRepository = (
  caller: Actor & { plan: PlanName },
  repository: Repository,
): ConnectionChange[] => [
  {
    change: 'insert',
    record: 'repositoryName',
    item: {
      organizationId: repository.organizationId,
      name: repository.fullName.toLowerCase(),
      repositoryId: repository.repositoryId,
      connectedAt: repository.connectedAt,
    },
    replaceIf: [{ field: 'repositoryId', is: 'equal', value: '' }],
    onConflict: () => repositoryNameTaken(repository.fullName),
  },
  takePlace(repository.organizationId, caller.plan),
  { change: 'insert', record: 'repository', item: repository },
  told(caller, 'repository.connected', repository, repository.connectedAt, { after: connection(repository) }),
];

/** Forgets the credential, frees the name and its place in the plan. The record stays: scans point at it. */
export const disconnectRepository = (
  caller: Actor,
  repository: Repository,
  now: Instant,
): ConnectionChange[] => {
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
      onConflict: gone,
    },
    {
      change: 'update',
      record: 'repositoryName',
      id: { organizationId, name: repository.fullName.toLowerCase() },
      set: { repositoryId: '' },
      when: [{ field: 'repositoryId', is: 'equal', value: repositoryId }],
      onConflict: gone,
    },
    { change: 'update', record: 'organization', id: { organizationId }, add: { repositories: -1 } },
    told(caller, 'repository.disconnected', repository, now, { before: connection(repository) }),
  ];
};

/** More than any repository needs; keeps the record far from DynamoDB's 400 KB. */
const registeredUnitsLimit = 500;

/** Somebody else registered units meanwhile: load the repository and decide again. */
export class UnitsConflict extends Conflict {
  constructor() {
    super('the project units of the repository changed since they were read');
  }
}

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
      onConflict: () => new UnitsConflict(),
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
