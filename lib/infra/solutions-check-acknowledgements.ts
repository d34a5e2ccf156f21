import { Stack, Validations, type App } from 'aws-cdk-lib/core';
import type { IConstruct } from 'constructs';
import { advisoriesPrefix, areaPrefixes, licensesPrefix, watchPrefix } from '#contract/blob-areas.ts';
import { forgottenPeople } from '@scangate/domain/offboarding/forgotten-person';
import type { ApiLoggingRoleStack } from './api/api-logging-role-stack.ts';
import type { ApiStack } from './api/api-stack.ts';
import { publicMethods } from './api/public-methods.ts';
import type { AuditorPackStack } from './evidence/auditor-pack-stack.ts';
import type { HistoryStack } from './history/history-stack.ts';
import type { OffboardingStack } from './offboarding/offboarding-stack.ts';
import type { Settings } from './settings.ts';
import type { StatefulStack } from './stateful-stack.ts';
import type { WatchStack } from './advisory-watch/watch-stack.ts';
import { acknowledgeWeb } from './web/web-solutions-check-acknowledgements.ts';
import type { WebStack } from './web/web-stack.ts';
import type { WorkflowStack } from './workflow-stack.ts';

interface Stacks {
  stateful: StatefulStack;
  workflow: WorkflowStack;
  watch: WatchStack;
  offboarding: OffboardingStack;
  packs: AuditorPackStack;
  history: HistoryStack;
  account: ApiLoggingRoleStack | undefined;
  api: ApiStack;
  web: WebStack | undefined;
}

/** Acknowledges each accepted finding of the AWS Solutions checks by its exact name, so that a new one shows. */
export const acknowledgeFindings = (app: App, stacks: Stacks, settings: Settings): void => {
  acknowledgeWildcards(app, stacks, settings);
  const { stateful, workflow, watch, offboarding, packs, history, account, api, web } = stacks;
  if (web) acknowledgeWeb(web, acknowledge, settings);
  acknowledge(stateful.accessLogs, 'S1', 'It holds the access logs; logging access to it would never end.');
  acknowledge(workflow.deadLetters, 'SQS3', 'It is the dead-letter queue.');
  const machines = [
    workflow.stateMachine,
    workflow.recharges,
    watch.stateMachine,
    packs.stateMachine,
    history.stateMachine,
    ...offboarding.workflows,
  ];
  for (const machine of machines) {
    acknowledge(
      machine,
      'SF1',
      'A standard workflow keeps the history of every execution for 90 days and each task logs its scan or account; a second copy would cost more than the workflow.',
    );
    if (!settings.tracing) acknowledge(machine, 'SF2', 'Tracing is a setting, off by default.');
  }
  acknowledge(
    api.restApi,
    'APIG2',
    'Handlers validate every request against the contract, because only they can answer with its codes, pointers and hints.',
  );
  if (!settings.webAcl)
    acknowledge(api.restApi, 'APIG3', 'The web ACL is turned off, so that an operator can attach another.');
  acknowledge(
    api.restApi,
    'APIG6',
    'The access log has status, error and latency of each request; execution logs would add the content of requests.',
  );
  acknowledge(
    api.restApi,
    'COG4',
    'The service issues its own tokens, and its authorizer guards every method but those listed with a reason.',
  );
  acknowledgeUserPool(stateful, settings);
  for (const [name, method] of api.publicMethods) acknowledge(method, 'APIG4', publicMethods[name] ?? '');
  if (account)
    acknowledge(
      account.role,
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      "API Gateway's logging role is the account's, and this is the policy AWS defines for it.",
    );
};

const acknowledgeUserPool = ({ userPool }: StatefulStack, settings: Settings): void => {
  if (!userPool) return;
  acknowledge(
    userPool,
    'COG1',
    'A password has 15 characters or more; rules of composition make people choose worse ones (ASVS 5, 6.2.5).',
  );
  if (!settings.requireMfa)
    acknowledge(userPool, 'COG2', 'A second factor is required by a setting; people may turn it on.');
  if (!settings.refuseLeakedPasswords)
    acknowledge(
      userPool,
      'COG8',
      'Threat protection needs the plan Plus, and is a setting; a web ACL limits the rate of guessing.',
    );
};

const acknowledge = (construct: IConstruct, finding: string, reason: string): void =>
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${finding}`, reason });

/** Acknowledges wildcards in resources; no action has one. */
const acknowledgeWildcards = (app: App, { stateful, offboarding }: Stacks, settings: Settings): void => {
  const bucket = stateful.dataBucketExport;
  for (const prefix of Object.values(areaPrefixes))
    acknowledge(
      offboarding.eraser,
      `IAM5[Resource::${bucket}/${prefix}<aws:PrincipalTag/organization>/*]`,
      'The role deletes the objects of the organization in its session tag, whatever their names.',
    );
  for (const prefix of [...Object.values(areaPrefixes), advisoriesPrefix, licensesPrefix, watchPrefix]) {
    const reason = `Objects below ${prefix} are named at run time; the role reaches this prefix only.`;
    acknowledge(app, `IAM5[Resource::${bucket}/${prefix}*]`, reason);
  }
  const seals =
    'Statements and people are named at run time; the bucket has nothing else, and its lock keeps each of them.';
  acknowledge(app, `IAM5[Resource::${stateful.ledgerSealsExport}/*]`, seals);
  acknowledge(app, `IAM5[Resource::${stateful.ledgerSealsExport}/${forgottenPeople}*]`, seals);
  const executions = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${settings.deploymentName}-scan:*`;
  acknowledge(
    app,
    `IAM5[Resource::${executions}]`,
    'Executions have the ids of scans; only those of this workflow are meant.',
  );
  const batches = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${settings.deploymentName}-watch/units:*`;
  acknowledge(
    app,
    `IAM5[Resource::${batches}]`,
    'Step Functions names the executions of batches; only those of this workflow are meant.',
  );
  if (settings.stripeSecretParameter !== '' || settings.oidcSecretParameter !== '') {
    const keys = 'arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*';
    const reason = 'Any key that the parameter is encrypted with, through SSM and for that parameter only.';
    acknowledge(app, `IAM5[Resource::${keys}]`, reason);
  }
  if (settings.tracing) {
    for (const stack of app.node.children.filter((child) => Stack.isStack(child))) {
      acknowledge(stack, 'IAM5[Resource::*]', 'X-Ray has no resources, and tracing is turned on.');
    }
  }
};
