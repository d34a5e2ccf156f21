import { rememberAnswer, type IdempotentRequest } from '@scangate/domain/idempotency';
import * as rules from '@scangate/domain/identity/issue-token';
import type { Caller } from '@scangate/domain/identity/roles';
import { tokenView } from '@scangate/domain/identity/tokens';
import { dayMs, addMs } from '@scangate/domain/instant';
import { requireCapability } from '@scangate/domain/plans/plans';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { replayIfAnswered } from '../replay-if-answered.ts';

export interface IssueTokenRequest {
  caller: Caller;
  token: Omit<rules.TokenRequest, 'expiresAt'> & { expiresInDays?: number | undefined };
  idempotency: IdempotentRequest | undefined;
}

/** A token belongs to its issuer: another person with the same key gets another token. */
const ofPerson = (request: IdempotentRequest | undefined, personId: string): IdempotentRequest | undefined =>
  request && { ...request, key: `${personId}/${request.key}` };

/**
 * Issues a token of the caller. Its secret is in this result and nowhere else.
 * @throws Replay, or Problem entitlement_denied, role_required or insufficient_scope.
 */
export const issueToken = async (
  ports: { store: Pick<Store<'token' | 'idempotency' | 'auditEvent'>, 'get' | 'commit'>; ids: Ids },
  { caller, token: asked, idempotency: sent }: IssueTokenRequest,
  now: Date,
) => {
  const { store, ids } = ports;
  requireCapability(caller.plan, 'api');
  const idempotency = ofPerson(sent, caller.personId);
  await replayIfAnswered(idempotency, store, now);

  const { expiresInDays, ...request } = asked;
  const expiresAt = expiresInDays === undefined ? undefined : addMs(now, expiresInDays * dayMs);
  const { secret, token } = rules.issueToken({
    request: { ...request, expiresAt },
    issuer: caller,
    tokenId: ids.uuid(),
    random: ids.bytes(60),
    now: now.toISOString(),
  });
  const view = tokenView(token);
  await commitOrThrow(store, [
    // The stored answer has no secret.
    ...rememberAnswer(idempotency, { status: 201, body: view }, now),
    ...rules.storeToken(caller, token),
  ]);
  return { ...view, token: secret };
};
