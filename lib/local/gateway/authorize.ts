import type { Functions } from '../functions.ts';
import type { ApiPlan, RoutePlan } from '../template/api-plan.ts';
import { isObject, place, type Json, type JsonObject } from '../template/resolve.ts';
import type { Outcome } from '../workers/pool.ts';
import { GatewayRefusal } from './gateway-response.ts';
import { eventOf, header, type Asked } from './proxy-event.ts';

interface Matched {
  route: RoutePlan;
  pathParameters: Record<string, string>;
}

/**
 * Asks a route's authorizer.
 * @returns what it tells the function about the caller: texts only, whatever they were.
 * @throws GatewayRefusal
 */
export const authorize = async (
  api: ApiPlan,
  functions: Functions,
  asked: Asked,
  matched: Matched,
): Promise<Record<string, string> | undefined> => {
  const { authorizer } = matched.route;
  if (!authorizer) return undefined;
  if (authorizer.identityHeaders.some((name) => !header(asked, name)))
    throw new GatewayRefusal('UNAUTHORIZED');
  const methodArn = `arn:${place.partition}:execute-api:${place.region}:${place.account}:${api.apiId}/${api.stage}/${asked.method}${asked.path}`;
  const event = { type: 'REQUEST', methodArn, ...eventOf(api, asked, matched) };
  const outcome = await functions.invoke(authorizer.functionArn, JSON.stringify(event)).catch((): Outcome => {
    throw new GatewayRefusal('AUTHORIZER_FAILURE');
  });
  const answer = JSON.parse(outcome.payload) as Json;
  if (outcome.failed) {
    const unauthorized = isObject(answer) && answer.errorMessage === 'Unauthorized';
    throw new GatewayRefusal(unauthorized ? 'UNAUTHORIZED' : 'AUTHORIZER_FAILURE');
  }
  if (!isObject(answer) || typeof answer.principalId !== 'string') throw misconfigured();
  if (!allows(answer.policyDocument, methodArn)) throw new GatewayRefusal('ACCESS_DENIED');
  return { principalId: answer.principalId, ...contextOf(answer.context), integrationLatency: '0' };
};

const misconfigured = () => new GatewayRefusal('AUTHORIZER_CONFIGURATION_ERROR');

/** A context holds texts, numbers and booleans; anything else makes API Gateway answer 500. */
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

/** Whether the statements allow the invocation and none denies it. */
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

/** Compares with a pattern of `*` (anything) and `?` (one sign). */
const like = (text: string, pattern: string, ignoreCase = false): boolean => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, ignoreCase ? 'is' : 's').test(text);
};
