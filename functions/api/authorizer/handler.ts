import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { authenticate, type AuthenticationPorts } from '#app/identity/authenticate.ts';
import { toAuthorizerContext, type AuthorizerContext } from '#runtime/authorizer-context.ts';
import { now } from '#runtime/clock.ts';
import { env } from '#runtime/env.ts';
import { sentCredential, type CredentialHeaders } from '#runtime/http/sent-credential.ts';
import { countRefusal } from '#runtime/http/count-refusal.ts';
import { random } from '#runtime/ids.ts';
import { lazyPorts } from '#runtime/lazy-ports.ts';
import { errorFields, log } from '#runtime/log.ts';
import { wireLoader, wireTokenStore } from '#runtime/wire/store.ts';

/** Only headers hold a credential, never the query string. @throws Error('Unauthorized') without a live credential. */
export const authorize = async (
  event: CredentialHeaders,
  ports: AuthenticationPorts,
  at: Date,
): Promise<AuthorizerContext> => {
  const sent = sentCredential(event);
  const found = sent && (await authenticate(sent, ports, at));
  // API Gateway answers 401 to exactly this message, and 500 to any other.
  if (!found) throw new Error('Unauthorized');
  return toAuthorizerContext(found.caller, found.rate, found.csrf);
};

const ports = lazyPorts<AuthenticationPorts>({
  store: wireLoader,
  tokens: wireTokenStore,
  random: () => random,
  organizationRate: () => Number(env('ORGANIZATION_RATE')),
});

/** Allows the one method of the request. The policy is not cached, and the endpoint itself checks role and scope. */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  try {
    const context = await authorize(event, ports(), now());
    const allow = { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn } as const;
    const policyDocument = { Version: '2012-10-17', Statement: [allow] };
    return { principalId: context.personId, policyDocument, context: { ...context } };
  } catch (error) {
    const unauthorized = error instanceof Error && error.message === 'Unauthorized';
    // The function is not asked, so the gateway's answer is counted here.
    if (unauthorized)
      countRefusal('unauthenticated', { cause: sentCredential(event) ? 'unknown' : 'none sent' });
    else log.error('the authorizer failed', errorFields(error));
    throw error;
  }
};
