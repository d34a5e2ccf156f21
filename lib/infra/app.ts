import { App, Validations } from 'aws-cdk-lib/core';
import { createRequire } from 'node:module';
import { endpoints as endpointTable } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { acknowledgeFindings } from './acknowledgements.ts';
import { ApiStack } from './api-stack.ts';
import type { SharedResources } from './grants.ts';
import type { CodeOf } from './service-function.ts';
import { readSettings } from './settings.ts';
import { StatefulStack } from './stateful-stack.ts';
import { WorkflowStack } from './workflow-stack.ts';

export interface AppOptions {
  codeOf: CodeOf;
  /** Settings, as `cdk deploy -c name=value` gives them; those of the command line win. */
  context?: Record<string, unknown>;
  /** Runs the AWS Solutions checks during synthesis. */
  nag?: boolean;
  /** THE endpoint table, unless said. */
  endpoints?: readonly EndpointSpec[];
  outdir?: string;
}

/** Ways of the CDK that are right and not its default, for those who synthesize without cdk.json too. */
const featureFlags = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/aws-apigateway:authorizerChangeDeploymentLogicalId': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // By exports: CloudFormation then refuses to take away what another stack uses.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

/** The whole service in three stacks, bound to no account and no region. */
export const buildApp = ({ codeOf, context, nag, endpoints, outdir }: AppOptions): App => {
  const app = new App({
    context: { ...featureFlags, ...context },
    analyticsReporting: false,
    ...(outdir && { outdir }),
  });
  const settings = readSettings(app.node);
  const stateful = new StatefulStack(app, settings);
  const { topic } = stateful.alarmTopic;
  const estate: SharedResources = {
    tables: stateful.tables,
    dataBucket: stateful.dataBucket,
    credentialsKey: stateful.credentialsKey,
    allowedSources: settings.allowedSources,
    licenseSource: settings.licenseSource,
    mailFrom: settings.mailFrom,
    payments: {
      secretParameter: settings.stripeSecretParameter,
      webhookSecretParameter: settings.stripeWebhookSecretParameter,
      returnUrl: settings.billingReturnUrl,
    },
  };
  const workflow = new WorkflowStack(app, { settings, codeOf, sharedResources: estate }, topic);
  const api = new ApiStack(
    app,
    { settings, codeOf, sharedResources: workflow.sharedResources },
    { endpoints: endpoints ?? endpointTable, webhooks, alarmTopic: topic },
  );
  acknowledgeFindings(app, { stateful, workflow, api }, settings);
  if (nag) Validations.of(app).addPlugins(solutionChecks(app));
  return app;
};

/** Loaded when asked for only: the rules take longer to load than the app to build. */
const solutionChecks = (app: App) => {
  const { AwsSolutionsChecks } = createRequire(import.meta.url)('cdk-nag') as typeof import('cdk-nag');
  return new AwsSolutionsChecks(app);
};
