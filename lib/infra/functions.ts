import { authorizer } from '#functions/api/authorizer/function.ts';
import { endpointsByStack } from '#functions/api/index.ts';
import { eventFunctions } from '#functions/events/index.ts';
import { jobs } from '#functions/jobs/index.ts';
import { operatorFunctions } from '#functions/operator/index.ts';
import { scimResources } from '#functions/scim/index.ts';
import { webhooks, webhooksByStack } from '#functions/webhooks/index.ts';
import { workflowFunctions } from '#functions/workflow/index.ts';
import { endpointDefaults, type EndpointSpec, type Method } from '#contract/endpoint.ts';
import type { FunctionSpec } from '#contract/function.ts';
import type { Needs } from '#contract/needs.ts';
import type { WebhookSpec } from '#contract/webhook.ts';

/** The longest wait, and the time to respond after it. */
const streamSeconds = 630;

/**
 * An endpoint that refuses a known person writes a row for the audit log; one that may write the table may do so
 * anyway.
 */
const needsOf = ({ access, needs }: EndpointSpec): Needs =>
  access === undefined && needs.core !== 'write' ? { ...needs, refusals: 'remember' } : needs;

/** Returns the Lambda of an endpoint. */
export const functionSpecOf = (endpoint: EndpointSpec): FunctionSpec => ({
  name: endpoint.name,
  summary: endpoint.summary,
  entry: `functions/api/${endpoint.name}/handler.ts`,
  needs: needsOf(endpoint),
  ...(endpoint.loadsOnDemand && { loadsOnDemand: true }),
  memoryMb: endpoint.memoryMb ?? endpointDefaults.memoryMb,
  timeoutSeconds:
    endpoint.timeoutSeconds ?? (endpoint.stream ? streamSeconds : endpointDefaults.timeoutSeconds),
});

/** Endpoints and webhooks whose functions are in one stack, and the functions beside them. */
export interface ApiFunctions {
  endpoints: readonly EndpointSpec[];
  webhooks: readonly WebhookSpec[];
  others: readonly FunctionSpec[];
}

/** The authorizer is with what it knows, directories with the sign-on that they belong to. */
const othersByStack: Readonly<Record<string, readonly FunctionSpec[]>> = {
  identity: [authorizer],
  sso: scimResources,
};

/** The functions behind the API by stack, as the tables say. The authorizer is with what it knows: tokens and members. */
export const apiFunctionsByStack = (
  endpoints: Readonly<Record<string, readonly EndpointSpec[]>> = endpointsByStack,
): Map<string, ApiFunctions> => {
  const hooks: Readonly<Record<string, readonly WebhookSpec[]>> = webhooksByStack;
  const names = new Set([...Object.keys(endpoints), ...Object.keys(hooks), 'identity']);
  return new Map(
    [...names].map((name) => [
      name,
      {
        endpoints: endpoints[name] ?? [],
        webhooks: hooks[name] ?? [],
        others: othersByStack[name] ?? [],
      },
    ]),
  );
};

/**
 * Returns the methods of the path of each endpoint that is the first of its path. It gets every method that the path
 * does not have, and answers 405: the gateway would say 404, and methods of their own for it would fill the template.
 */
export const methodsOfPaths = (endpoints: readonly EndpointSpec[]): Map<EndpointSpec, Method[]> =>
  new Map(
    [...Map.groupBy(endpoints, ({ path }) => path).values()].flatMap((ofPath) => {
      const [first] = ofPath;
      return first ? [[first, ofPath.map(({ method }) => method).toSorted()] as const] : [];
    }),
  );

/** Returns every Lambda of every table. */
export const allFunctions = (): FunctionSpec[] => [
  ...Object.values(endpointsByStack).flat().map(functionSpecOf),
  ...webhooks,
  authorizer,
  ...scimResources,
  ...workflowFunctions,
  ...jobs,
  ...eventFunctions,
  ...operatorFunctions,
];
