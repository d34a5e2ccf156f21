import { diffFields, auditEvent, actorOf, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import {
  changedChecks,
  requireWritable,
  type CheckSettingsChange,
} from '../integrations/checks/check-settings.ts';
import { updateFields } from '../record-difference.ts';
import type { Instant, Repository } from '../records.ts';
import { connectionView, reserveName } from './connect-repository.ts';

/** Thrown when the repository was changed or disconnected after it was loaded. */
class RepositoryConflict extends Conflict {
  constructor() {
    super('the repository changed since it was read');
  }
}

/** The fields of a connected repository that can change; its id, its URL and its scans stay. */
export interface RepositoryChange {
  fullName?: string | undefined;
  defaultBranch?: string | undefined;
  /** Empty: only the default branch is reviewed. */
  reviewedBranches?: string[] | undefined;
  artifactsAsDefault?: boolean | undefined;
  /** Whether unchanged units reuse earlier results. */
  reuse?: 'on' | 'off' | undefined;
  checks?: CheckSettingsChange | undefined;
  /** The new credential; null removes it. */
  credential?: Repository['credential'] | null | undefined;
}

/** Returns the repository after the change. */
export const changedRepository = (
  stored: Repository,
  {
    fullName,
    defaultBranch,
    credential,
    reviewedBranches,
    artifactsAsDefault,
    reuse,
    checks,
  }: RepositoryChange,
): Repository => {
  const { credential: kept, reviewedBranches: reviewed, reuse: reused = 'on', ...others } = stored;
  // A person who changes a paused repository has acted as well.
  const { checks: written, checksStopped, pausedUntil: _paused, ...rest } = others;
  const checksNow = changedChecks(written, checks);
  // A person who changes the credential or the checks has acted: they are tried again.
  const isStopped = checksStopped !== undefined && credential === undefined && checks === undefined;
  const branches = [...new Set(reviewedBranches ?? reviewed ?? [])];
  const used = credential === undefined ? kept : (credential ?? undefined);
  return {
    ...rest,
    ...(fullName !== undefined && { fullName }),
    ...(defaultBranch !== undefined && { defaultBranch }),
    ...(branches.length > 0 && { reviewedBranches: branches }),
    ...(artifactsAsDefault !== undefined && { artifactsAsDefault }),
    ...((reuse ?? reused) === 'off' && { reuse: 'off' }),
    ...(used && { credential: used }),
    ...(checksNow && { checks: checksNow }),
    ...(isStopped && { checksStopped }),
  };
};

/** Moves the reservation of a full name. The same name in another case is the same reservation. */
const moveName = (stored: Repository, changed: Repository): Change<'repositoryName'>[] => {
  const { organizationId, repositoryId } = stored;
  const [before, after] = [stored.fullName.toLowerCase(), changed.fullName.toLowerCase()];
  if (before === after) return [];
  return [
    reserveName(changed),
    {
      change: 'update',
      record: 'repositoryName',
      id: { organizationId, name: before },
      set: { repositoryId: '' },
      when: [{ field: 'repositoryId', is: 'equal', value: repositoryId }],
      onConflict: () => new RepositoryConflict(),
    },
  ];
};

/**
 * Changes a connected repository, in one transaction with its name and its audit event. The event states that there
 * is another credential, never which. Nothing is written when nothing changes.
 */
export const changeRepository = (
  caller: Actor,
  { stored, change, changeId }: { stored: Repository; change: RepositoryChange; changeId: string },
  now: Instant,
): Change<'repository' | 'repositoryName' | 'auditEvent'>[] => {
  const { organizationId, repositoryId } = stored;
  const changed = changedRepository(stored, change);
  requireWritable(changed);
  const fields = updateFields(stored, changed);
  if (Object.keys(fields.set).length === 0 && !fields.unset) return [];
  const event = diffFields(connectionView(stored), connectionView(changed));
  const isRotated = change.credential !== undefined;
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      ...fields,
      when: [
        { field: 'disconnectedAt', is: 'absent' },
        { field: 'fullName', is: 'equal', value: stored.fullName },
      ],
      onConflict: () => new RepositoryConflict(),
    },
    ...moveName(stored, changed),
    auditEvent({
      organizationId,
      actor: actorOf(caller),
      cause: changeId,
      action: 'repository.changed',
      at: now,
      target: repositoryId,
      before: event.before,
      after: {
        ...event.after,
        ...(isRotated && { credentialChanged: true }),
        ...(stored.pausedUntil !== undefined && { pauseEnded: true }),
      },
    }),
  ];
};
