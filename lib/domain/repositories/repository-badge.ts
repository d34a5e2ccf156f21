import { actorOf, auditEvent, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, Repository, RepositoryGate, Scan } from '../records.ts';
import type { BadgeWord } from './badge-svg.ts';

/** Thrown when the badge was created or removed after the repository was read. */
class BadgeConflict extends Conflict {
  constructor() {
    super('the badge of the repository changed since it was read');
  }
}

type BadgeChange = Change<'repository' | 'badge' | 'auditEvent'>;

/** The number of random bytes of a badge id, too many to guess. */
export const badgeBytes = 16;

const onConflict = () => new BadgeConflict();

const changeOf = (
  caller: Actor,
  { organizationId, repositoryId }: Repository,
  { hasBadge, badgeId, at }: { hasBadge: boolean; badgeId: string; at: Instant },
): BadgeChange =>
  auditEvent({
    organizationId,
    actor: actorOf(caller),
    cause: `${badgeId}#${hasBadge}`,
    action: 'repository.changed',
    at,
    target: repositoryId,
    before: { hasBadge: !hasBadge },
    after: { hasBadge },
  });

/** Gives a repository without a badge one, under a new id. */
export const makeBadge = (
  caller: Actor,
  { repository, badgeId }: { repository: Repository; badgeId: string },
  at: Instant,
): BadgeChange[] => {
  const { organizationId, repositoryId } = repository;
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { badgeId },
      when: [
        { field: 'badgeId', is: 'absent' },
        { field: 'disconnectedAt', is: 'absent' },
      ],
      onConflict,
    },
    { change: 'insert', record: 'badge', item: { badgeId, organizationId, repositoryId }, onConflict },
    changeOf(caller, repository, { hasBadge: true, badgeId, at }),
  ];
};

/** Removes the badge of a repository for good: another one has another id. */
export const removeBadge = (caller: Actor, repository: Repository, at: Instant): BadgeChange[] => {
  const { organizationId, repositoryId, badgeId } = repository;
  if (badgeId === undefined) return [];
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      unset: ['badgeId'],
      when: [{ field: 'badgeId', is: 'equal', value: badgeId }],
      onConflict,
    },
    // The remaining row identifies no repository.
    { change: 'update', record: 'badge', id: { badgeId }, set: { organizationId: '', repositoryId: '' } },
    changeOf(caller, repository, { hasBadge: false, badgeId, at }),
  ];
};

/**
 * The word of a badge: the verdict of the default branch. A scan that covers less than the organization requires is
 * never green (docs/adr/0097-badges.md).
 */
export const badgeWord = (
  { defaultBranch }: Pick<Repository, 'defaultBranch'>,
  gate: Pick<RepositoryGate, 'branch' | 'verdict'> | undefined,
  scan: Pick<Scan, 'verdict'> | undefined,
): BadgeWord => {
  if (gate?.branch !== defaultBranch) return 'unknown';
  if (gate.verdict !== 'PASS') return gate.verdict;
  return scan?.verdict?.missingScanTypes.length === 0 ? 'PASS' : 'PASS, partial';
};
