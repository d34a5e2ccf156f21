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
  /** Settings as of `cdk deploy -c name=value`; those of the command line take precedence. */
  context?: Record<string, unknown>;
  /** Runs the AWS Solutions checks during synthesis. */
  nag?: boolean;
  /** The endpoint table of the service by default. */
  endpoints?: readonly EndpointSpec[];
  outdir?: string;
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

/** Builds the service in three stacks, without an account or a region. */
export const buildApp = ({ codeOf, context, nag, endpoints, outdir }: AppOptions): App => {
  const app = new App({
    context: { ...featureFlags, ...context },
    analyticsReporting: false,
    ...(outdir && { outdir }),
  });
  const settings = readSettings(app.node);
  const stateful = new StatefulStack(app, settings);
  const { topic } = stateful.alarmTopic;
  const sharedResources: SharedResources = {
    tables: stateful.tables,
    dataBucket: stateful.dataBucket,
    credentialsKey: stateful.credentialsKey,
    ledgerKey: stateful.ledgerKey,
    fingerprintKey: stateful.fingerprintKey,
    ledgerSeals: stateful.ledgerSeals,
    allowedSources: settings.allowedSources,
    licenseSource: settings.licenseSource,
    mailFrom: settings.mailFrom,
    payments: {
      secretParameter: settings.stripeSecretParameter,
      webhookSecretParameter: settings.stripeWebhookSecretParameter,
      returnUrl: settings.billingReturnUrl,
      automaticTax: settings.automaticTax,
    },
  };
  const workflow = new WorkflowStack(app, { settings, codeOf, sharedResources }, topic);
  const api = new ApiStack(
    app,
    { settings, codeOf, sharedResources: workflow.sharedResources },
    { endpoints: endpoints ?? endpointTable, webhooks, alarmTopic: topic },
  );
  acknowledgeFindings(app, { stateful, workflow, api }, settings);
  if (nag) Validations.of(app).addPlugins(solutionChecks(app));
  return app;
};

/** Loads the rules only on demand, because loading takes longer than building the app. */
const solutionChecks = (app: App) => {
  const { AwsSolutionsChecks } = createRequire(import.meta.url)('cdk-nag') as typeof import('cdk-nag');
  return new AwsSolutionsChecks(app);
};
