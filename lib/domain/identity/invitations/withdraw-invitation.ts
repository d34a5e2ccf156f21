import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { AuditEvent, Instant, Invitation } from '@scangate/domain/records';

const invitationConflict = () =>
  new Problem('conflict', { detail: 'The invitation was accepted or withdrawn a moment ago.' });

/** Ends an open invitation in one way. Acceptance and withdrawal exclude each other; the first one counts. */
export const endInvitation = (
  { organizationId, invitationId }: Invitation,
  how: { acceptedAt: Instant } | { withdrawnAt: Instant },
  onConflict: () => Error = invitationConflict,
): Change<'invitation'> => ({
  change: 'update',
  record: 'invitation',
  id: { organizationId, invitationId },
  set: how,
  when: [
    { field: 'acceptedAt', is: 'absent' },
    { field: 'withdrawnAt', is: 'absent' },
  ],
  onConflict,
});

/** Withdraws an open invitation. Its link, sent or not, no longer opens anything. */
export const withdrawInvitation = (
  invitation: Invitation,
  { actor, now, onConflict }: { actor: AuditEvent['actor']; now: Instant; onConflict?: () => Error },
): Change<'invitation' | 'auditEvent'>[] => {
  const { organizationId, invitationId, role } = invitation;
  return [
    endInvitation(invitation, { withdrawnAt: now }, onConflict),
    auditEvent({
      organizationId,
      actor,
      at: now,
      action: 'invitation.withdrawn',
      cause: invitationId,
      target: invitationId,
      before: { role },
    }),
  ];
};
