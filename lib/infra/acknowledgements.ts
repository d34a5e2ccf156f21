import { Stack, Validations, type App } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';
import { advisoriesPrefix, areaPrefixes, licensesPrefix } from '#contract/blob-areas.ts';
import type { ApiStack } from './api-stack.ts';
import type { Settings } from './settings.ts';
import type { StatefulStack } from './stateful-stack.ts';
import type { WorkflowStack } from './workflow-stack.ts';

interface Stacks {
  stateful: StatefulStack;
  workflow: WorkflowStack;
  api: ApiStack;
}

/** Every finding of the AWS Solutions checks that stays, and why; by its exact name, so that a new one shows. */
export const acknowledgeFindings = (app: App, stacks: Stacks, settings: Settings): void => {
  acknowledgeWildcards(app, stacks, settings);
  const { stateful, workflow, api } = stacks;
  answer(stateful.accessLogs, 'S1', 'It holds the access logs; logging its own accesses would never end.');
  answer(workflow.deadLetters, 'SQS3', 'It is the dead-letter queue.');
  for (const machine of [workflow.stateMachine, workflow.recharges]) {
    answer(
      machine,
      'SF1',
      'A standard workflow keeps the history of every execution for 90 days and each task logs by what it is about; a second copy would cost more than the workflow.',
    );
    if (!settings.tracing) answer(machine, 'SF2', 'Tracing is a setting, off unless asked for.');
  }
  answer(
    api.restApi,
    'APIG2',
    'Handlers check every request against the contract: only they can answer with the codes, pointers and hints it promises.',
  );
  answer(
    api.restApi,
    'APIG3',
    'Every route asks for a token or a signature, requests are limited per token and in all; a web ACL is attached by whoever needs one.',
  );
  answer(
    api.restApi,
    'APIG6',
    'The access log has status, error and latency of each request; execution logs would add what callers send.',
  );
  answer(
    api.restApi,
    'COG4',
    'The service issues its own tokens, for pipelines too: its authorizer stands before every method but signed webhooks.',
  );
  for (const method of api.publicMethods)
    answer(
      method,
      'APIG4',
      'Its sender has no token of ours: it signs every message, and the function checks that first.',
    );
  answer(
    api.restApi,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    "API Gateway's logging role is the account's, and this is the policy AWS defines for it.",
  );
};

const answer = (construct: IConstruct, finding: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason });

/** Of resources only; an action is never a wildcard. */
const acknowledgeWildcards = (app: App, { stateful, api }: Stacks, settings: Settings): void => {
  const bucket = stateful.dataBucketExport;
  for (const prefix of [...Object.values(areaPrefixes), advisoriesPrefix, licensesPrefix]) {
    const reason = `Objects under ${prefix} have names of their own; the role reaches this prefix and no other.`;
    answer(app, `IAM5[Resource::${bucket}/${prefix}*]`, reason);
  }
  const executions = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${settings.deploymentName}-scan:*`;
  answer(
    api,
    `IAM5[Resource::${executions}]`,
    'Executions are named after their scans; only those of this workflow.',
  );
  if (settings.stripeSecretParameter !== '') {
    const keys = 'arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*';
    const reason = 'Whatever key the parameter is encrypted with; through SSM, for that one parameter only.';
    answer(app, `IAM5[Resource::${keys}]`, reason);
  }
  if (settings.tracing) {
    for (const stack of app.node.children.filter((child) => Stack.isStack(child))) {
      answer(stack, 'IAM5[Resource::*]', 'X-Ray knows no resources; tracing was asked for.');
    }
  }
};
