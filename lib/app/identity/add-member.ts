import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import { issueToken, storeToken } from '@scangate/domain/identity/issue-token';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { requireMayGive } from '@scangate/domain/identity/given-roles';
import * as rules from '@scangate/domain/identity/members';
import { scopesOfRole, type Caller, type Role } from '@scangate/domain/identity/roles';
import { dayMs, addMs } from '@scangate/domain/instant';
import type { Member } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayIfAnswered } from '../replay-if-answered.ts';

type Records = 'member' | 'personOrganization' | 'organization' | 'token' | 'idempotency' | 'auditEvent';

/** Long enough to hand the first token over, and short enough that a forgotten one does not stay. */
const invitationMs = 7 * dayMs;

/**
 * Adds a person with a first personal token, which the caller hands over. The token has the scopes of the role, and the
 * caller must have all of them: the caller sees the token first.
 * @throws Replay, or Problem role_required or insufficient_scope.
 */
export const addMember = async (
  ports: { store: Pick<Store<Records>, 'get' | 'commit'>; ids: Ids },
  request: { caller: Caller; email: string; role: Role; idempotency: IdempotentRequest | undefined },
  now: Date,
) => {
  const { store, ids } = ports;
  const { caller, email, role, idempotency } = request;
  await replayIfAnswered(idempotency, store, now);
  requireMayGive(caller, [role]);

  const at = now.toISOString();
  const member: Member = {
    organizationId: caller.organizationId,
    personId: ids.uuid(),
    email,
    role,
    joinedAt: at,
  };
  const expiresAt = addMs(now, invitationMs);
  const { secret, token } = issueToken({
    request: { kind: 'personal', name: 'invitation', scopes: scopesOfRole(role), expiresAt },
    issuer: { ...member, billingAccountId: caller.billingAccountId, scopes: caller.scopes },
    tokenId: ids.uuid(),
    random: ids.bytes(60),
    now: at,
  });
  const view = rules.memberView(member);
  await commitOrThrow(store, [
    // The stored answer has no secret.
    ...rememberAnswer(idempotency, { status: 201, body: view }, now),
    ...rules.addMember(actorOf(caller), member),
    ...storeToken(caller, token),
  ]);
  return { ...view, invitation: { token: secret, expiresAt } };
};
