import {
  provisionOrganization as planOrganization,
  requirePayingParent,
  type NewOrganization,
} from '@scangate/domain/accounts/provision-organization';
import { auditEvent } from '@scangate/domain/audit/audit-event';
import { invitationMs } from '@scangate/domain/identity/invitations/invitation';
import { invitationRecords } from '@scangate/domain/identity/invitations/invite';
import { addMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { Invitation } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { handOver, type InvitationPorts, type InvitedOwner } from './invited-owner.ts';

export interface ProvisionPorts extends InvitationPorts {
  store: Pick<Store, 'get' | 'commit'>;
}

export interface ProvisionRequest extends NewOrganization {
  organizationId: string;
  ownerEmail: string;
}

/**
 * Creates an organization with its pools, and invites its first owner. It has no member until the owner accepts.
 * @throws Problem conflict when an organization with this id exists.
 */
export const provisionOrganization = async (
  { organizationId, ownerEmail, ...organization }: ProvisionRequest,
  ports: ProvisionPorts,
  now: Date,
): Promise<InvitedOwner> => {
  const { store, ids, outbox } = ports;
  const at = now.toISOString();
  const { name, plan, parent } = organization;
  if (parent) requirePayingParent(await store.get('organization', { organizationId: parent }));
  const actor = { kind: 'operator' } as const;
  const invitation: Invitation = {
    organizationId,
    invitationId: ids.uuid(),
    email: ownerEmail,
    role: 'owner',
    invitedBy: 'operator',
    createdAt: at,
    expiresAt: addMs(now, invitationMs),
  };
  const { answer, changes: link } = await handOver(invitation, ports);
  const exists = () => new Problem('conflict', { detail: 'An organization with this id exists.' });
  const planned = planOrganization(organization, { organizationId, people: [], createdAt: at });
  await commitOrThrow(store, [
    ...planned.map((change) =>
      change.record === 'organization' ? { ...change, onConflict: exists } : change,
    ),
    ...invitationRecords(invitation, { actor, mails: outbox.sends }),
    ...link,
    auditEvent({
      organizationId,
      actor,
      at,
      action: 'organization.created',
      cause: organizationId,
      target: organizationId,
      after: { name, plan },
    }),
  ]);
  return answer;
};
