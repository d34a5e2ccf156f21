import { auditEvent } from '../audit/audit-event.ts';
import { changeConflict } from '../etag.ts';
import type { Change } from '../record-changes.ts';
import type { AuditEvent, Instant, Organization } from '../records.ts';

const changed = () => changeConflict('organization');

/** Renames an organization. There is nothing to change when it already has the name. */
export const renameOrganization = (
  { organizationId, name: before }: Organization,
  { actor, name, now }: { actor: AuditEvent['actor']; name: string; now: Instant },
): Change<'organization' | 'auditEvent'>[] =>
  name === before
    ? []
    : [
        {
          change: 'update',
          record: 'organization',
          id: { organizationId },
          set: { name },
          when: [{ field: 'name', is: 'equal', value: before }],
          onConflict: changed,
        },
        auditEvent({
          organizationId,
          actor,
          at: now,
          action: 'organization.changed',
          cause: `${now}#${before}#${name}`,
          target: organizationId,
          before: { name: before },
          after: { name },
          onConflict: changed,
        }),
      ];

/** An organization as its people see it. */
export const organizationView = ({
  organizationId,
  name,
  billingAccountId,
  createdAt,
  closing,
}: Organization) => ({
  organizationId,
  name,
  createdAt,
  ...(billingAccountId !== organizationId && { parentOrganizationId: billingAccountId }),
  ...(closing && { closing: { since: closing.since, eraseAt: closing.eraseAt } }),
});
