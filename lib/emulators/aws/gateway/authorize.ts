import type { Functions } from '../lambda/functions.ts';
import type { ApiPlan, RoutePlan } from '../template/api-plan.ts';
import { isObject, emulatedAccount, type Json, type JsonObject } from '../template/resolve-templates.ts';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import { GatewayError } from './gateway-response.ts';
import { requestEvent, header, type GatewayRequest } from './proxy-event.ts';

interface Matched {
  route: RoutePlan;
  pathParameters: Record<string, string>;
}

/**
 * Invokes the authorizer of a route.
 * @returns the authorizer's context for the function, with all values as texts.
 * @throws GatewayError
 */
export const authorize = async (
  api: ApiPlan,
  functions: Functions,
  { received, matched }: { received: GatewayRequest; matched: Matched },
): Promise<Record<string, string> | undefined> => {
  const { authorizer } = matched.route;
  if (!authorizer) return undefined;
  if (authorizer.identityHeaders.some((name) => !header(received, name)))
    throw new GatewayError('UNAUTHORIZED');
  const methodArn = `arn:${emulatedAccount.partition}:execute-api:${emulatedAccount.region}:${emulatedAccount.account}:${api.apiId}/${api.stage}/${received.method}${received.path}`;
  const event = { type: 'REQUEST', methodArn, ...requestEvent(api, received, matched) };
  const outcome = await functions
    .invoke(authorizer.functionArn, JSON.stringify(event))
    .catch((): InvocationResult => {
      throw new GatewayError('AUTHORIZER_FAILURE');
    });
  const answer = JSON.parse(outcome.payload) as Json;
  if (outcome.failed) {
    const unauthorized = isObject(answer) && answer.errorMessage === 'Unauthorized';
    throw new GatewayError(unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
  }
  if (!isObject(answer) || typeof answer.principalId !== 'string') throw misconfigured();
  if (!allows(answer.policyDocument, methodArn)) throw new GatewayError('ACCESS_DENIED');
  return { principalId: answer.principalId, ...contextOf(answer.context), integrationLatency: '0' };
};

const misconfigured = () => new GatewayError('AUTHORIZER_CONFIGURATION_ERROR');

/** A context may hold texts, numbers and booleans; for any other value API Gateway answers 500. */
const contextOf = (context: Json | undefined): Record<string, string> => {
  if (context === undefined || context === null) return {};
  if (!isObject(context)) throw misconfigured();
  return Object.fromEntries(
    Object.entries(context).map(([key, value]) => {
      if (!['string', 'number', 'boolean'].includes(typeof value)) throw misconfigured();
      return [key, String(value)];
    }),
  );
};

const listOf = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** @returns whether a statement allows the invocation and none denies it. */
const allows = (document: Json | undefined, methodArn: string): boolean => {
  if (!isObject(document)) throw misconfigured();
  const given = Array.isArray(document.Statement) ? document.Statement : [document.Statement];
  const statements = given.filter((one): one is JsonObject => isObject(one));
  const meets = (statement: JsonObject) =>
    listOf(statement.Action).some((action) => like('execute-api:Invoke', action.toLowerCase(), true)) &&
    listOf(statement.Resource).some((resource) => like(methodArn, resource));
  const effects = statements.filter(meets).map((statement) => statement.Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const compiled = new Map<string, RegExp>();
const mostCompiled = 1_000;

/** Matches a pattern of `*` (any text) and `?` (one character). */
const like = (text: string, pattern: string, ignoreCase = false): boolean => {
  const known = compiled.get(`${ignoreCase} ${pattern}`);
  if (known) return known.test(text);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, ignoreCase ? 'is' : 's');
  if (compiled.size < mostCompiled) compiled.set(`${ignoreCase} ${pattern}`, expression);
  return expression.test(text);
};
