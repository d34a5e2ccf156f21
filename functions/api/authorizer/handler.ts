import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { planAt } from '@scangate/domain/plans/entitlements';
import { rateState, rateWindow } from '@scangate/domain/rate-limit';
import type { Caller } from '@scangate/domain/identity/roles';
import { isLiveToken, isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import type { Store } from '#ports/store.ts';
import type { TokenStore } from '#ports/token-store.ts';
import { toAuthorizerContext, type AuthorizerContext } from '#runtime/authorizer-context.ts';
import { now } from '#runtime/ids.ts';
import { errorFields, log } from '#runtime/log.ts';
import { lazyPorts } from '#runtime/lazy-ports.ts';
import { wireStore, wireTokenStore } from '#runtime/wire/store.ts';

interface Ports {
  store: Pick<Store, 'load'>;
  tokens: TokenStore;
}

/** API Gateway answers 401 to exactly this error, and 500 to any other. */
const unauthorized = (): Error => new Error('Unauthorized');

/** The credential of the header, and of nowhere else: never of a query string. */
const bearerOf = (event: Pick<APIGatewayRequestAuthorizerEvent, 'headers'>): string => {
  const header = Object.entries(event.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'authorization',
  )?.[1];
  const [, token] = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(header ?? '') ?? [];
  if (token === undefined || !isWellFormedToken(token)) throw unauthorized();
  return token;
};

/** Who a bearer credential speaks for. @throws Error('Unauthorized') for anything that is not a live token. */
export const authorize = async (
  event: Pick<APIGatewayRequestAuthorizerEvent, 'headers'>,
  { store, tokens }: Ports,
  at: Date,
): Promise<AuthorizerContext> => {
  const counted = await tokens.countRequest(tokenHash(bearerOf(event)), rateWindow(at), at.toISOString());
  if (!counted) throw unauthorized();
  const { token, requests } = counted;
  const { organizationId, personId } = token;
  const [organization, member, ownAccount] = await store.load(
    [
      { record: 'organization', id: { organizationId } },
      { record: 'member', id: { organizationId, personId } },
      { record: 'account', id: { accountId: organizationId } },
    ] as const,
    // Whoever was removed a moment ago is out at once.
    { consistent: true },
  );
  if (!organization || !member || !isLiveToken(token, member, at.toISOString())) throw unauthorized();
  const { billingAccountId } = organization;
  const [account] =
    billingAccountId === organizationId
      ? [ownAccount]
      : await store.load([{ record: 'account', id: { accountId: billingAccountId } }] as const, {
          consistent: true,
        });
  if (!account) throw new Error('the billing account is missing');
  const caller: Caller = {
    organizationId,
    billingAccountId,
    personId,
    role: member.role,
    plan: planAt(account, at.toISOString()),
    tokenKind: token.kind,
    tokenId: token.tokenId,
    scopes: token.scopes,
  };
  return toAuthorizerContext(caller, rateState(requests, at));
};

const ports = lazyPorts<Ports>({ store: wireStore, tokens: wireTokenStore });

/** Every method of the API at once: the policy is not cached, and the endpoint itself asks role and scope. */
const allow = (methodArn: string, context: AuthorizerContext): APIGatewayAuthorizerResult => ({
  principalId: context.personId,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
  },
  context: { ...context },
});

export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  try {
    return allow(event.methodArn, await authorize(event, ports(), now()));
  } catch (error) {
    if (!(error instanceof Error && error.message === 'Unauthorized')) {
      log.error('the authorizer failed', errorFields(error));
    }
    throw error;
  }
};
