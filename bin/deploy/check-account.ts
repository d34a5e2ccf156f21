/**
 * `npm run deploy:check -- [-c NAME=VALUE]`: checks, before a deployment with these settings and those of cdk.json, that the
 * account of the environment's credentials can run as many functions at once as they need. It exits with 1 when it cannot.
 */
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { App } from 'aws-cdk-lib/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { concurrencyProblem } from '#infra/account-concurrency.ts';
import { readSettings } from '#infra/settings.ts';

const { context: given = [] } = parseArgs({
  options: { context: { type: 'string', short: 'c', multiple: true } },
}).values;
const { context: fixed } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8')) as {
  context?: Record<string, unknown>;
};
const asked = Object.fromEntries(
  given.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
const { deploymentName, waiterConcurrency, activeScans } = readSettings(
  new App({ context: { ...fixed, ...asked } }).node,
);

const client = new LambdaClient();
const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
const quota = AccountLimit?.ConcurrentExecutions;
const unreserved = AccountLimit?.UnreservedConcurrentExecutions;
if (quota === undefined || unreserved === undefined) throw new Error('Lambda told no quota of executions');
const reservedBy = async (name: string): Promise<number> => {
  const asking = new GetFunctionConcurrencyCommand({ FunctionName: `${deploymentName}-${name}` });
  const reserved = await client.send(asking).catch((error: unknown) => {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  });
  return reserved?.ReservedConcurrentExecutions ?? 0;
};
const reservedByDeployment = (await reservedBy('wait-scan')) + (await reservedBy('check-artifact'));
const wanted = { waiterConcurrency, activeScans };
const problem = concurrencyProblem({ quota, unreserved, reservedByDeployment }, wanted);
console.log(
  problem ??
    `The account can reserve ${waiterConcurrency} of ${quota} executions for waiting, and run ${activeScans} scans beside them.`,
);
process.exitCode = problem === undefined ? 0 : 1;
