import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import type { Instant, Repository } from '@scangate/domain/records';

/** Thrown when the checks of the repository were already stopped, or its credential was replaced meanwhile. */
export class ChecksStopConflict extends Conflict {
  constructor() {
    super('the checks of the repository changed since they were read');
  }
}

/** Stops the checks of one repository whose host refuses its credential, and notifies the owners and admins once. */
export const stopChecks = (
  { organizationId, repositoryId, fullName }: Repository,
  now: Instant,
): Change<'repository' | 'mail' | 'auditEvent'>[] => {
  const stopped = { at: now, cause: 'credential_refused' } as const;
  const cause = `${repositoryId}#${now}`;
  return [
    {
      change: 'update',
      record: 'repository',
      id: { organizationId, repositoryId },
      set: { checksStopped: stopped },
      when: [
        { field: 'checks', is: 'present' },
        { field: 'checksStopped', is: 'absent' },
        { field: 'disconnectedAt', is: 'absent' },
      ],
      onConflict: () => new ChecksStopConflict(),
    },
    enqueueMail(organizationId, { kind: 'checks_stopped', cause, facts: { repository: fullName } }, now),
    auditEvent({
      organizationId,
      actor: { kind: 'system' },
      action: 'repository.changed',
      cause,
      target: repositoryId,
      at: now,
      after: { checksStopped: stopped.cause },
    }),
  ];
};
