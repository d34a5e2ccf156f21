import { rememberAnswer } from '@scangate/domain/idempotency';
import { issueToken, storeToken } from '@scangate/domain/identity/issue-token';
import { addMember, memberView } from '@scangate/domain/identity/members';
import { scopesOfRole } from '@scangate/domain/identity/roles';
import { instantAfter } from '@scangate/domain/instant';
import { commitOrThrow } from '#ports/store.ts';
import { replayIfAnswered } from '#app/replay-if-answered.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/** Long enough to hand a first token over, short enough that a forgotten one does not stay. */
const invitationMs = 7 * 24 * 60 * 60_000;

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body, idempotency, ids, now }, { store }) => {
    const { organizationId } = caller;
    const at = now.toISOString();
    await replayIfAnswered(idempotency, store, now);

    const member = { organizationId, personId: ids.uuid(), email: body.email, role: body.role, joinedAt: at };
    const expiresAt = instantAfter(now, invitationMs);
    // Whoever invites holds this token first: it can do what the role may, and no more than the credential that asks.
    const { secret, token } = issueToken(
      { kind: 'personal', name: 'invitation', scopes: scopesOfRole(body.role), expiresAt },
      { ...member, scopes: caller.scopes },
      { tokenId: ids.uuid(), random: ids.bytes(60) },
      at,
    );
    const seen = { status: 201 as const, body: memberView(member) };
    await commitOrThrow(store, [
      ...rememberAnswer(idempotency, seen, now),
      ...addMember(caller, member),
      ...storeToken(caller, token),
    ]);
    return { status: 201, body: { ...seen.body, invitation: { token: secret, expiresAt } } };
  },
);
