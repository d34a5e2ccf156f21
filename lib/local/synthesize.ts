import type { App } from 'aws-cdk-lib/core';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { FunctionEntry } from './bundle-functions.ts';
import { readTemplates } from '@scangate/emulator-aws/template/read-templates';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { StackTemplate } from '@scangate/emulator-aws/template/resolve-templates';

interface AppRequest {
  codeOf: (fn: FunctionEntry) => Code;
  outdir: string;
}
/** Makes the CDK app; loaded late, because the CDK takes its time. */
export type AppBuilder = (request: AppRequest) => App | Promise<App>;

/** Names under which the local parameter store holds the keys of the till. */
export const stripeParameters = {
  secretKey: '/scangate/stripe/secret-key',
  webhookSecret: '/scangate/stripe/webhook-secret',
} as const;

const settings = {
  allowedSources: 'https,file,loopback',
  stripeSecretParameter: stripeParameters.secretKey,
  stripeWebhookSecretParameter: stripeParameters.webhookSecret,
  mailFrom: 'billing@example.com',
  billingReturnUrl: 'http://127.0.0.1:4010/',
};

/** The service's own app, set as one machine wants it. */
export const serviceApp: AppBuilder = async ({ codeOf, outdir }) => {
  const { buildApp } = await import('#infra/app.ts');
  return buildApp({ codeOf, outdir, context: settings });
};

/**
 * Synthesizes in this process, without assets: the code of a function is the name of its bundle.
 * @param meanwhile told the entries as soon as they are known; awaited before this returns.
 */
export const synthesize = async (
  buildApp: AppBuilder,
  outdir: string,
  meanwhile?: (entries: readonly FunctionEntry[]) => Promise<void>,
): Promise<{ plan: CloudPlan; entries: FunctionEntry[] }> => {
  // Its checks are CI's business; they would double the time.
  process.env['CDK_VALIDATION'] ??= 'false';
  const { PlaceholderCode } = await import('#infra/placeholder-code.ts');
  const entries: FunctionEntry[] = [];
  const app = await buildApp({
    outdir,
    codeOf: ({ name, entry }) => {
      entries.push({ name, entry });
      return new PlaceholderCode(name);
    },
  });
  const started = meanwhile?.(entries);
  started?.catch(() => {});
  // What was started leaves this thread before synthesis keeps it busy.
  await new Promise(setImmediate);
  const stacks = app.synth().stacks.map(({ stackName: name, template }): StackTemplate => ({
    name,
    template: template as StackTemplate['template'],
  }));
  const plan = readTemplates(stacks);
  await started;
  return { plan, entries };
};
