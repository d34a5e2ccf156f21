import { tokenIssued } from '@scangate/domain/events/emit/token';
import { rememberAnswer, requestOfPerson, type IdempotentRequest } from '@scangate/domain/idempotency';
import * as rules from '@scangate/domain/identity/issue-token';
import type { Caller } from '@scangate/domain/identity/caller';
import { requireRoom } from '@scangate/domain/identity/token-limits';
import { tokenView } from '@scangate/domain/identity/tokens';
import { requireCapability } from '@scangate/domain/plans/plans';
import type { Ids } from '#ports/ids.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { requireRepositories } from '../repositories/require-reachable-repositories.ts';
import { replayStoredResponse } from '../replay-stored-response.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { loadRequestingToken } from './load-requesting-token.ts';
import { loadIssued, bumpTokensVersion } from './issued-tokens.ts';

type Records = 'token' | 'idempotency' | 'auditEvent' | 'organization' | 'repository' | 'storedEvent';
export type TokenIssuingStore = Pick<Store<Records>, 'get' | 'load' | 'list' | 'commit'>;

export interface IssueTokenRequest {
  caller: Caller;
  token: rules.TokenRequest;
  idempotency: IdempotentRequest | undefined;
}

/**
 * Issues a token of the caller. Its secret is in this result and nowhere else.
 * @throws Replay, or Problem entitlement_denied, role_required, insufficient_scope, repository_not_found or
 * conflict.
 */
export const issueToken = async (
  ports: { store: TokenIssuingStore; ids: Ids },
  { caller, token: request, idempotency: sent }: IssueTokenRequest,
  now: Date,
) => {
  const { store, ids } = ports;
  requireCapability(caller.plan, 'api');
  const idempotency = requestOfPerson(sent, caller.personId);
  await replayStoredResponse(idempotency, store, now);
  const parent = await loadRequestingToken(store, caller);
  const at = now.toISOString();
  return retryOnConflict(limits.issueToken, async () => {
    const { organization, tokens } = await loadIssued(store, caller);
    const { secret, token } = rules.issueToken({
      request,
      issuer: { ...caller, parent, policy: organization.accessPolicy },
      tokenId: ids.uuid(),
      random: ids.bytes(60),
      now: at,
    });
    await requireRepositories(store, caller, token.repositoryIds ?? []);
    requireRoom(tokens, caller.personId, at);
    const view = tokenView(token);
    await commitOrThrow(store, [
      // The stored answer has no secret.
      ...rememberAnswer(idempotency, { status: 201, body: view }, now),
      ...rules.storeToken(caller, token),
      bumpTokensVersion(organization),
      ...tokenIssued(organization, token),
    ]);
    return { ...view, token: secret };
  });
};
