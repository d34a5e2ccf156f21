import type { Caller } from '@scangate/domain/identity/roles';
import { isLiveToken, isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { planAt } from '@scangate/domain/plans/entitlements';
import { rateState, rateWindow, type RateState } from '@scangate/domain/rate-limit';
import type { Store } from '#ports/store.ts';
import type { TokenStore } from '#ports/token-store.ts';

export interface AuthenticationPorts {
  store: Pick<Store, 'load'>;
  tokens: TokenStore;
}

/** Reads the bearer token of an Authorization header. A malformed token is refused here, before any read. */
const bearerTokenOf = (authorization: string | undefined): string | undefined => {
  const [, token] = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(authorization ?? '') ?? [];
  return token !== undefined && isWellFormedToken(token) ? token : undefined;
};

/** A member who was removed a moment ago has no access. */
const consistent = { consistent: true } as const;

/**
 * Finds the caller of a request, and counts the request against the limit of its token
 * (docs/adr/0021-tokens-and-roles.md).
 * @param authorization the value of the Authorization header.
 * @returns undefined unless it holds a live token of a member.
 */
export const authenticate = async (
  authorization: string | undefined,
  { store, tokens }: AuthenticationPorts,
  now: Date,
): Promise<{ caller: Caller; rate: RateState } | undefined> => {
  const bearer = bearerTokenOf(authorization);
  if (bearer === undefined) return undefined;
  const at = now.toISOString();
  const counted = await tokens.countRequest(tokenHash(bearer), rateWindow(now), at);
  if (!counted) return undefined;
  const { token, requests } = counted;
  const { organizationId, personId } = token;
  const [organization, member, ownAccount] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: organizationId } },
    ] as const,
    consistent,
  );
  if (!organization || !member || !isLiveToken(token, member, at)) return undefined;
  const { billingAccountId } = organization;
  const [account] =
    billingAccountId === organizationId
      ? [ownAccount]
      : await store.load([{ record: 'account', id: { accountId: billingAccountId } }] as const, consistent);
  if (!account) throw new Error('the billing account is missing');
  const caller: Caller = {
    organizationId,
    billingAccountId,
    personId,
    role: member.role,
    plan: planAt(account, at),
    tokenKind: token.kind,
    tokenId: token.tokenId,
    scopes: token.scopes,
  };
  return { caller, rate: rateState(requests, now) };
};
