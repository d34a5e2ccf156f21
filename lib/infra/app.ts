import { App, Validations } from 'aws-cdk-lib/core';
import { createRequire } from 'node:module';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { operatorFunctions } from '#functions/operator/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { acknowledgeFindings } from './solutions-check-acknowledgements.ts';
import { alarmFactory } from './alarms.ts';
import { ApiLoggingRoleStack } from './api/api-logging-role-stack.ts';
import { ApiFunctionStack } from './api/api-function-stack.ts';
import { ApiStack } from './api/api-stack.ts';
import { createFunctionAlarms } from './function-alarms.ts';
import { createEventsStack } from './events/events-stack.ts';
import { eventFunctionArns } from './events/event-function-arns.ts';
import { AuditorPackStack } from './evidence/auditor-pack-stack.ts';
import { HistoryStack } from './history/history-stack.ts';
import { FunctionStack } from './function-stack.ts';
import { apiFunctionsByStack, methodsOfPaths } from './functions.ts';
import type { SharedResources } from './iam-statements.ts';
import { createJobStack } from './jobs/job-stack.ts';
import { createObjectivesStack } from './objectives/objectives-stack.ts';
import { createIssuerStack } from './sign-in/issuer-stack.ts';
import { signInResources } from './sign-in/sign-in-resources.ts';
import { OffboardingStack } from './offboarding/offboarding-stack.ts';
import type { CodeOf, FunctionContext } from './service-function.ts';
import { readSettings, type Settings } from './settings.ts';
import { StatefulStack } from './stateful-stack.ts';
import { WatchStack } from './advisory-watch/watch-stack.ts';
import { createWebStack } from './web/web-stack.ts';
import { WorkflowStack } from './workflow-stack.ts';

export interface AppOptions {
  codeOf: CodeOf;
  /** Settings as of `cdk deploy -c name=value`; those of the command line take precedence. */
  context?: Record<string, unknown>;
  /** Runs the AWS Solutions checks during synthesis. */
  nag?: boolean;
  /** The endpoint table of the service by default. */
  endpointsByStack?: Readonly<Record<string, readonly EndpointSpec[]>>;
  outdir?: string;
  /** The folder that the console was built to, to be copied to its bucket; without it no file is. */
  consoleFiles?: string;
}

/** Feature flags of the CDK, here so that they also hold for a synthesis without cdk.json. */
const featureFlags = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-apigateway:authorizerChangeDeploymentLogicalId': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // With exports, CloudFormation refuses to remove a resource that another stack uses.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

/** Makes the stack of the functions that an operator invokes. */
const createOperatorStack = (app: App, context: FunctionContext, topic: ITopic): FunctionStack => {
  const stack = new FunctionStack(app, context, {
    name: 'operator',
    description: "Scangate: the operator's functions.",
    functions: operatorFunctions.map((spec) => ({ spec })),
  });
  createFunctionAlarms(alarmFactory(stack, context.settings.deploymentName, topic), stack.functions);
  return stack;
};

/** The resources that the functions of all stacks share from the beginning. */
const resourcesOf = (stateful: StatefulStack, settings: Settings): SharedResources => ({
  tables: stateful.tables,
  dataBucket: stateful.dataBucket,
  credentialsKey: stateful.credentialsKey,
  ledgerKey: stateful.ledgerKey,
  fingerprintKey: stateful.fingerprintKey,
  signingKeys: stateful.signingKeys,
  ledgerSeals: stateful.ledgerSeals,
  activeScans: settings.activeScans,
  allowedSources: settings.allowedSources,
  privateHosts: settings.privateHosts,
  licenseSource: settings.licenseSource,
  mailFrom: settings.mailFrom,
  eventFunctions: eventFunctionArns(settings),
  signIn: signInResources(settings),
  payments: {
    secretParameter: settings.stripeSecretParameter,
    webhookSecretParameter: settings.stripeWebhookSecretParameter,
    returnUrl: settings.billingReturnUrl,
    automaticTax: settings.automaticTax,
  },
});

/** Makes the stacks of workflows one after the other, each of which knows the resources of those before. */
const createWorkflowStacks = (app: App, context: FunctionContext, topic: ITopic) => {
  const watch = new WatchStack(app, context, topic);
  const watched = { ...context.sharedResources, watchWorkflowArn: watch.stateMachine.stateMachineArn };
  const workflow = new WorkflowStack(app, { ...context, sharedResources: watched }, topic);
  const after = ({ sharedResources }: { sharedResources: SharedResources }) => ({
    ...context,
    sharedResources,
  });
  const offboarding = new OffboardingStack(app, after(workflow), topic);
  const packs = new AuditorPackStack(app, after(offboarding), topic);
  const history = new HistoryStack(app, after(packs), topic);
  return { watch, workflow, offboarding, packs, history };
};

/** Builds the stacks of the service, without an account or a region (docs/adr/0050-stacks.md). */
export const buildApp = ({
  codeOf,
  context: given,
  nag,
  endpointsByStack,
  outdir,
  consoleFiles,
}: AppOptions): App => {
  const app = new App({
    context: { ...featureFlags, ...given },
    analyticsReporting: false,
    // A tree of all constructs, for programs that draw it, took a sixth of a synthesis.
    treeMetadata: false,
    ...(outdir && { outdir }),
  });
  const settings = readSettings(app.node);
  const stateful = new StatefulStack(app, settings);
  const { topic } = stateful.alarmTopic;
  const sharedResources = resourcesOf(stateful, settings);
  createEventsStack(app, { settings, codeOf, sharedResources }, topic);
  const workflows = createWorkflowStacks(app, { settings, codeOf, sharedResources }, topic);
  const context = { settings, codeOf, sharedResources: workflows.history.sharedResources };
  createJobStack(app, context, topic);
  createOperatorStack(app, context, topic);
  const functionsByStack = apiFunctionsByStack(endpointsByStack);
  const methods = methodsOfPaths([...functionsByStack.values()].flatMap(({ endpoints }) => endpoints));
  const functionStacks = [...functionsByStack].map(
    ([name, functions]) => new ApiFunctionStack(app, context, { name, methods, ...functions }),
  );
  const { userPool } = stateful;
  const api = new ApiStack(app, { settings, alarmTopic: topic, functionsByStack, userPool });
  // Without the role a stage with an access log is refused.
  const account = settings.gatewayAccount ? new ApiLoggingRoleStack(app) : undefined;
  if (account) api.addStackDependency(account);
  // It names functions without importing them, so nothing else makes them exist before.
  for (const stack of functionStacks) api.addStackDependency(stack);
  createObjectivesStack(app, { settings, api, topic });
  const web = createWebStack(app, { settings, api, consoleFiles });
  createIssuerStack(app, { settings, userPool, web });
  acknowledgeFindings(app, { stateful, ...workflows, account, api, web }, settings);
  if (nag) Validations.of(app).addPlugins(solutionChecks(app));
  return app;
};

/** Loads the rules only on demand, because loading takes longer than building the app. */
const solutionChecks = (app: App) => {
  const { AwsSolutionsChecks } = createRequire(import.meta.url)('cdk-nag') as typeof import('cdk-nag');
  return new AwsSolutionsChecks(app);
};
