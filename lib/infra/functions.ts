import { authorizer } from '#functions/api/authorizer/function.ts';
import { endpoints } from '#functions/api/index.ts';
import { jobs } from '#functions/jobs/index.ts';
import { operatorFunctions } from '#functions/operator/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { workflowFunctions } from '#functions/workflow/index.ts';
import { endpointDefaults, type EndpointSpec } from '#contract/endpoint.ts';
import type { FunctionSpec } from '#contract/function.ts';

/** The longest wait, and the time to answer after it. */
const streamSeconds = 630;

/** Returns the Lambda of an endpoint. */
export const functionSpecOf = (endpoint: EndpointSpec): FunctionSpec => ({
  name: endpoint.name,
  summary: endpoint.summary,
  entry: `functions/api/${endpoint.name}/handler.ts`,
  needs: endpoint.needs,
  memoryMb: endpoint.memoryMb ?? endpointDefaults.memoryMb,
  timeoutSeconds:
    endpoint.timeoutSeconds ?? (endpoint.stream ? streamSeconds : endpointDefaults.timeoutSeconds),
});

/** Returns every Lambda of every table. */
export const allFunctions = (): FunctionSpec[] => [
  ...endpoints.map(functionSpecOf),
  ...webhooks,
  authorizer,
  ...workflowFunctions,
  ...jobs,
  ...operatorFunctions,
];
