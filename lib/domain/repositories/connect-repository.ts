import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import type { PlanName } from '../plans/plan-names.ts';
import { Problem } from '../problem.ts';
import type { AuditEvent, Instant, Repository } from '../records.ts';
import { countRepository } from './repository-limit.ts';

type ConnectionChange = Change<'repository' | 'repositoryName' | 'organization' | 'auditEvent'>;

/** The refusal of a second repository with the same full name. */
export const repositoryNameTaken = (fullName: string): Problem =>
  new Problem('conflict', { detail: `A repository named ${fullName} is already connected.` });

const connectionEvent = (
  caller: Actor,
  { organizationId, repositoryId }: Repository,
  event: Pick<AuditEvent, 'action' | 'at' | 'before' | 'after'>,
): Change<'auditEvent'> =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    cause: repositoryId,
    target: repositoryId,
    ...event,
  });

/** The connection as an event shows it: whether it has a credential, never which. */
export const connectionView = ({
  fullName,
  url,
  defaultBranch,
  reviewedBranches,
  artifactsAsDefault,
  reuse,
  checks,
  credential,
}: Repository) => ({
  fullName,
  url,
  defaultBranch,
  ...(reviewedBranches && { reviewedBranches }),
  ...(artifactsAsDefault !== undefined && { artifactsAsDefault }),
  reuse: reuse ?? 'on',
  ...(checks && { checks }),
  hasCredential: credential !== undefined,
});

/**
 * Reserves the full name of a repository. Its rank among the oldest is kept, because the time is that of the
 * connection.
 */
export const reserveName = ({
  organizationId,
  repositoryId,
  fullName,
  connectedAt,
  url,
}: Repository): Extract<Change<'repositoryName'>, { change: 'insert' }> => ({
  change: 'insert',
  record: 'repositoryName',
  item: { organizationId, name: fullName.toLowerCase(), repositoryId, connectedAt, url },
  replaceIf: [{ field: 'repositoryId', is: 'equal', value: '' }],
  onConflict: () => repositoryNameTaken(fullName),
});

/**
 * Connects a repository under a full name that no other connected one has, within the limit of the plan.
 * @param caller has the plan in force, which is the parent's for a client organization.
 */
export const connectRepository = (
  caller: Actor & { plan: PlanName },
  repository: Repository,
): ConnectionChange[] => [
  reserveName(repository),
  countRepository(repository.organizationId, caller.plan),
  { change: 'insert', record: 'repository', item: repository },
  connectionEvent(caller, repository, {
    action: 'repository.connected',
    at: repository.connectedAt,
    after: connectionView(repository),
  }),
];

/**
 * Disconnects a repository: deletes its credential, and frees its name and its slot in the plan. The record is kept,
 * because scans refer to it.
 */
export const disconnectRepository = (
  caller: Actor,
  repository: Repository,
  now: Instant,
): ConnectionChange[] => {
  const { organizationId, repositoryId } = repository;
  const onConflict = () => new Problem('repository_not_found');
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { disconnectedAt: now },
      unset: ['credential'],
      when: [{ field: 'disconnectedAt', is: 'absent' }],
      onConflict,
    },
    {
      change: 'update',
      record: 'repositoryName',
      id: { organizationId, name: repository.fullName.toLowerCase() },
      set: { repositoryId: '' },
      when: [{ field: 'repositoryId', is: 'equal', value: repositoryId }],
      onConflict,
    },
    { change: 'update', record: 'organization', id: { organizationId }, add: { repositories: -1 } },
    connectionEvent(caller, repository, {
      action: 'repository.disconnected',
      at: now,
      before: connectionView(repository),
    }),
  ];
};
