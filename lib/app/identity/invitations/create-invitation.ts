import { actorOf } from '@scangate/domain/audit/audit-event';
import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import { requireMayGrantRole } from '@scangate/domain/identity/grantable-roles';
import { invitationView } from '@scangate/domain/identity/invitations/invitation';
import { invite } from '@scangate/domain/identity/invitations/invite';
import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { Ids } from '#ports/ids.ts';
import type { MailOutbox } from '#ports/mail/mail-outbox.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayStoredResponse } from '#app/replay-stored-response.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { loadInvitations } from './load-invitations.ts';

type Writes = 'organization' | 'invitation' | 'auditEvent' | 'mail' | 'idempotency';

export interface InvitationPorts {
  store: Pick<Store<Writes | 'member', Writes>, 'get' | 'list' | 'commit'>;
  outbox: MailOutbox;
  ids: Ids;
}

/**
 * Invites a person by mail. Neither the response nor the outbox holds the secret of the link: it is made when the
 * mail is sent.
 * @throws Replay, or Problem role_required, mail_unavailable, conflict or rate_limited.
 */
export const createInvitation = async (
  { store, outbox, ids }: InvitationPorts,
  request: { caller: Caller; email: string; role: Role; idempotency: IdempotentRequest | undefined },
  now: Date,
) => {
  const { caller, email, role, idempotency } = request;
  requireMayGrantRole(caller, [role]);
  await replayStoredResponse(idempotency, store, now);
  if (!outbox.sends)
    throw new Problem('mail_unavailable', {
      detail: 'This deployment sends no mails, so nobody can be invited.',
    });
  const invitationId = ids.uuid();
  return retryOnConflict(limits.invite, async () => {
    const facts = await loadInvitations(store, caller.organizationId);
    const order = { actor: actorOf(caller), email, role };
    const { invitation, changes } = invite(order, facts, { invitationId, now: now.toISOString() });
    const view = invitationView(invitation);
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, { status: 201, body: view }, now),
      ...changes,
    ]);
    return view;
  });
};
