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
/** Builds the CDK app. It is loaded late, because the CDK loads slowly. */
export type AppBuilder = (request: AppRequest) => App | Promise<App>;

/** Names of the local parameters with the keys of the Stripe emulator. */
export const stripeParameters = {
  secretKey: '/scangate/stripe/secret-key',
  webhookSecret: '/scangate/stripe/webhook-secret',
} as const;

/** Names of the local parameters of sign-in; the first is what the app makes of the deployment's name. */
export const signInParameters = {
  signIn: '/scangate/sign-in',
  clientSecret: '/scangate/oidc/client-secret',
} as const;

const settings = {
  allowedSources: 'https,file,loopback',
  privateHosts: 'webhook:127.0.0.1,webhook:localhost,provider:127.0.0.1,provider:localhost',
  stripeSecretParameter: stripeParameters.secretKey,
  stripeWebhookSecretParameter: stripeParameters.webhookSecret,
  mailFrom: 'billing@example.com',
  // Functions get the issuer, the addresses and the name server of this start.
  publicUrl: 'http://127.0.0.1:4010',
  oidcIssuer: 'http://localhost:4011/oidc',
  oidcClientId: 'scangate',
  oidcSecretParameter: signInParameters.clientSecret,
  allowedIssuers: 'https,loopback',
  dnsServers: '127.0.0.1:53',
  signUp: 'open',
  // Nothing is shifted gradually here, and the resources for it take a while to synthesize.
  canary: false,
  backupDays: 0,
};

/** Builds the service's own app with settings for one machine. */
export const serviceApp: AppBuilder = async ({ codeOf, outdir }) => {
  const { buildApp } = await import('#infra/app.ts');
  return buildApp({ codeOf, outdir, context: settings });
};

export interface Synthesis {
  stacks: StackTemplate[];
  plan: CloudPlan;
  entries: FunctionEntry[];
}

/**
 * Synthesizes in this process, without assets: the code of a function is the name of its bundle.
 * @param meanwhile receives the entries as soon as they are known, and runs during the synthesis.
 * @returns the stacks with their plan.
 */
export const synthesize = async (
  buildApp: AppBuilder,
  outdir: string,
  meanwhile?: (entries: readonly FunctionEntry[]) => Promise<unknown>,
): Promise<Synthesis> => {
  // CI runs the CDK's validation, which would double the time here.
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
  // The bundler gets its work before the synthesis blocks this thread.
  await new Promise(setImmediate);
  const stacks = app.synth().stacks.map(({ stackName: name, template }): StackTemplate => ({
    name,
    template: template as StackTemplate['template'],
  }));
  const plan = readTemplates(stacks);
  await started;
  return { stacks, plan, entries };
};
