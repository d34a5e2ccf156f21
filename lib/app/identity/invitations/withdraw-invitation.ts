import { actorOf } from '@scangate/domain/audit/audit-event';
import { requireMayGrantRole } from '@scangate/domain/identity/grantable-roles';
import { isOpen } from '@scangate/domain/identity/invitations/invitation';
import { withdrawInvitation as planWithdrawal } from '@scangate/domain/identity/invitations/withdraw-invitation';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import { commitOrThrow, type Store } from '#ports/store.ts';

/**
 * Withdraws an open invitation.
 * @throws Problem invitation_not_found for one that is not open, role_required, or conflict when it was accepted meanwhile.
 */
export const withdrawInvitation = async (
  store: Pick<Store<'invitation' | 'auditEvent'>, 'get' | 'commit'>,
  { caller, invitationId }: { caller: Caller; invitationId: string },
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const id = { organizationId: caller.organizationId, invitationId };
  const invitation = await store.get('invitation', id, { consistent: true });
  if (!invitation || !isOpen(invitation, at)) throw new Problem('invitation_not_found');
  requireMayGrantRole(caller, [invitation.role]);
  await commitOrThrow(store, planWithdrawal(invitation, { actor: actorOf(caller), now: at }));
};
