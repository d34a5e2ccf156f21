import { rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { issueToken, keepToken } from '../../../lib/domain/issue-token.ts';
import { addMember, memberView } from '../../../lib/domain/members.ts';
import { scopesOfRole } from '../../../lib/domain/roles.ts';
import { after } from '../../../lib/domain/instant.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { refuseAnswered } from '../../../lib/runtime/refuse-answered.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

/** Long enough to hand a first token over, short enough that a forgotten one does not stay. */
const invitationMs = 7 * 24 * 60 * 60_000;

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body, idempotency, ids, now }, { store }) => {
    const { organizationId } = caller;
    const at = now.toISOString();
    await refuseAnswered(idempotency, store, now);

    const member = { organizationId, personId: ids.uuid(), email: body.email, role: body.role, joinedAt: at };
    const expiresAt = after(now, invitationMs);
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
      ...keepToken(caller, token),
    ]);
    return { status: 201, body: { ...seen.body, invitation: { token: secret, expiresAt } } };
  },
);
