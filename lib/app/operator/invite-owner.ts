import { invite } from '@scangate/domain/identity/invitations/invite';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { loadInvitations } from '../identity/invitations/load-invitations.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { handOver, type InvitationPorts, type InvitedOwner } from './invited-owner.ts';

type Reads = 'organization' | 'member' | 'invitation';
type Writes = 'organization' | 'invitation' | 'invitationSecret' | 'auditEvent' | 'mail';

export interface InviteOwnerPorts extends InvitationPorts {
  store: Pick<Store<Reads | Writes, Writes>, 'get' | 'list' | 'commit'>;
}

/**
 * Invites an owner to an organization that nobody can administer: its first invitation expired, or its owners are
 * locked out. An earlier open invitation of the address is withdrawn.
 * @throws Problem organization_not_found, rate_limited, or conflict in a deployment without sign-in.
 */
export const inviteOwner = async (
  { organizationId, email }: { organizationId: string; email: string },
  ports: InviteOwnerPorts,
  now: Date,
): Promise<InvitedOwner> => {
  const { store, ids, outbox } = ports;
  const invitationId = ids.uuid();
  return retryOnConflict(limits.invite, async () => {
    const facts = await loadInvitations(store, organizationId);
    const { invitation, changes } = invite({ actor: { kind: 'operator' }, email, role: 'owner' }, facts, {
      invitationId,
      now: now.toISOString(),
      mails: outbox.sends,
    });
    const { answer, changes: link } = await handOver(invitation, ports);
    await commitOrThrow(store, [...changes, ...link]);
    return answer;
  });
};
