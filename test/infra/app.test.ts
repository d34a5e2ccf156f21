import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allFunctions } from '#infra/functions.ts';
import { buildApp, type AppOptions } from '#infra/app.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import {
  allResources,
  fewEndpoints,
  functionNamed,
  ofType,
  placeholderOf,
  synthesize,
  synthesizeWith,
  violationsIn,
} from './synthesized.ts';

const root = join(import.meta.dirname, '..', '..');
const emptyFolder = () => mkdtempSync(join(tmpdir(), 'scangate-synth-'));

/** Returns what the checks say about the app. */
const violationsOf = (options: Partial<AppOptions>): unknown[] => {
  vi.stubEnv('CDK_VALIDATION', 'true');
  const outdir = emptyFolder();
  buildApp({ codeOf: placeholderOf, outdir, nag: true, ...options }).synth();
  return violationsIn(outdir);
};

describe('the AWS Solutions checks', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  // The settings add parts of their own: a synthesis with many of them shows each part. `cdk synth` checks all endpoints.
  const settings = [
    {
      // `cdk synth` checks the parts of it, which are many.
      canary: false,
      tracing: true,
      distributionSecret: 'acme/distribution',
      deploymentName: 'other',
      waiterConcurrency: 5,
      alarmEmail: 'ops@example.com',
      stripeSecretParameter: '/acme/stripe/key',
      stripeWebhookSecretParameter: '/acme/stripe/webhook',
      billingReturnUrl: 'https://console.example.com/billing',
      publicUrl: 'https://scangate.example.com',
      requireMfa: true,
      mailFrom: 'no-reply@example.com',
    },
    {
      canary: false,
      apiDomain: 'api.example.com',
      apiCertificateArn:
        'arn:aws:acm:eu-central-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
      publicUrl: 'https://scangate.example.com',
      oidcIssuer: 'https://login.example.com',
      oidcClientId: 'scangate',
      oidcSecretParameter: '/acme/oidc/secret',
    },
    { webAcl: false },
  ].filter((_context, index) => isSampled(index, 3));

  test.each(settings)('and the CDK’s own find nothing with %o', (context) => {
    expect(violationsOf({ context, endpointsByStack: fewEndpoints })).toEqual([]);
  });
});

const attempt = (context: Record<string, unknown>) => () => synthesize({ context });

const subscriptions = (context: Record<string, unknown>) =>
  ofType(allResources(synthesizeWith(context)), 'AWS::SNS::Subscription').map(
    ([, { Properties }]) => Properties['Endpoint'],
  );

describe('the stacks', () => {
  test('depend on no account and no region', () => {
    const { environments, stacks } = synthesize();
    expect(new Set(environments)).toEqual(new Set(['aws://unknown-account/unknown-region']));
    expect(JSON.stringify(stacks)).not.toMatch(/\b\d{12}\b|\b(?:us|eu|ap)-[a-z]+-\d\b/);
  });

  test('run each function from the entry in its table', () => {
    const synthesized = synthesize();
    for (const { name, entry } of allFunctions()) {
      expect(functionNamed(synthesized, name).Properties['Code']).toMatchObject({ S3Key: entry });
    }
  });

  test('run on arm64 and the Node release of the sources', () => {
    for (const [, resource] of ofType(allResources(synthesize()), 'AWS::Lambda::Function'))
      expect(resource.Properties).toMatchObject({ Architectures: ['arm64'], Runtime: 'nodejs24.x' });
  });

  test('reject an invalid setting by its name', () => {
    expect(attempt({ logLevel: 'loud' })).toThrow(/logLevel/);
    expect(attempt({ throttleRate: 'fast' })).toThrow(/throttleRate/);
    expect(attempt({ alarmEmail: 'nobody' })).toThrow(/alarmEmail/);
    expect(attempt({ deploymentName: 'Not/A/Name' })).toThrow(/deploymentName/);
    expect(attempt({ allowedSources: '*' })).toThrow(/allowedSources/);
    expect(attempt({ stripeSecretParameter: '/acme/stripe/key' })).toThrow(
      /stripeSecretParameter.*all or none/,
    );
    expect(attempt({ billingReturnUrl: 'javascript:alert(1)' })).toThrow(/billingReturnUrl/);
    expect(attempt({ licenseSource: 'https://example.com' })).toThrow(/licenseSource/);
    expect(attempt({ viewerRate: '9' })).toThrow(/viewerRate/);
    expect(attempt({ webAcl: 'perhaps' })).toThrow(/webAcl/);
    expect(attempt({ distributionSecret: '}}{{resolve:ssm:x' })).toThrow(/distributionSecret/);
  });

  test('pass sources and log level to the functions as set', () => {
    const set = synthesizeWith({ allowedSources: 'https,file,loopback', logLevel: 'debug' });
    const { Environment } = functionNamed(set, 'fetch-source').Properties as {
      Environment: { Variables: Record<string, unknown> };
    };
    expect(Environment.Variables).toMatchObject({
      ALLOWED_SOURCES: 'https,file,loopback',
      LOG_LEVEL: 'debug',
    });
  });

  test('send no dependency list out of the account unless set so', () => {
    const variables = (context: Record<string, string>) =>
      functionNamed(synthesizeWith(context), 'scan-unit').Properties['Environment'];
    expect(variables({})).toMatchObject({ Variables: { LICENSE_SOURCE: 'off' } });
    expect(variables({ licenseSource: 'deps.dev' })).toMatchObject({
      Variables: { LICENSE_SOURCE: 'deps.dev' },
    });
  });

  test('send alarms to the address in the settings, if there is one', () => {
    expect(subscriptions({})).toEqual([]);
    expect(subscriptions({ alarmEmail: 'ops@example.com' })).toEqual(['ops@example.com']);
  });
});

describe('the inputs of infra', () => {
  test('are tables and contracts, not handlers, adapters, engines or runtime', async () => {
    const { metafile } = await build({
      entryPoints: [join(root, 'lib/infra/app.ts'), join(root, 'lib/infra/bundle/bundle-functions.ts')],
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      metafile: true,
      write: false,
      outdir: 'unused',
    });
    const read = Object.keys(metafile.inputs);
    expect(read).toContain('functions/api/index.ts');
    expect(
      read.filter((path) => /handler\.ts$|^lib\/(?:adapters|runtime|scanners|local|cli)\//.test(path)),
    ).toEqual([]);
  });
});
