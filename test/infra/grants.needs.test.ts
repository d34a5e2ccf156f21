import { describe, expect, test } from 'vitest';
import type { Needs } from '#contract/needs.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { actionsOf, functionNamed, listOf, roleOf, statementsOf, synthesize } from './synthesized.ts';

const endpoint = (needs: Needs, index: number): EndpointSpec => ({
  name: `probe-${index}`,
  method: 'GET',
  path: `/v1/probes/${index}`,
  summary: 'Probe.',
  roles: [],
  scopes: [],
  responses: {},
  problems: [],
  needs,
});

const payments = {
  stripeSecretParameter: '/acme/stripe/key',
  stripeWebhookSecretParameter: 'stripe-webhook',
  billingReturnUrl: 'https://console.example.com/billing',
};

describe('the secrets of the payment provider', () => {
  const both = [endpoint({ paymentProvider: true }, 1), endpoint({ paymentEvents: true }, 2)];
  const statementsFor = (name: string, context: Record<string, string>) =>
    statementsOf(roleOf(synthesize({ endpointsByStack: { probes: both }, context }), name)).filter(
      ({ Action }) => listOf(Action).some((action) => /^(?:ssm|kms):/.test(action)),
    );

  test('are read by name, each by functions that declare it, and decrypted for that name only', () => {
    const [read, decrypt, ...more] = statementsFor('probe-1', payments).map((one) => JSON.stringify(one));
    expect(more).toEqual([]);
    expect(read).toContain(':parameter/acme/stripe/key');
    expect(decrypt).toContain('kms:ViaService');
    expect(decrypt).toMatch(/"kms:EncryptionContext:PARAMETER_ARN":.*:parameter\/acme\/stripe\/key/);
    const others = JSON.stringify(statementsFor('probe-2', payments));
    expect(others).toContain(':parameter/stripe-webhook');
    expect(others).not.toContain('acme');
  });

  test('are not in the environment, only their names are', () => {
    const { Environment } = functionNamed(
      synthesize({ endpointsByStack: { probes: both }, context: payments }),
      'probe-1',
    ).Properties as { Environment: { Variables: Record<string, unknown> } };
    expect(Environment.Variables).toMatchObject({
      STRIPE_SECRET_PARAMETER: '/acme/stripe/key',
      BILLING_RETURN_URL: 'https://console.example.com/billing',
    });
    expect(Environment.Variables).not.toHaveProperty('STRIPE_WEBHOOK_SECRET_PARAMETER');
  });

  test('are granted to no function where no payments are taken', () => {
    expect(statementsFor('probe-1', {})).toEqual([]);
    expect(statementsFor('probe-2', {})).toEqual([]);
  });
});

describe('a single need', () => {
  const reading = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
  const writing = [...reading, 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
  const cases: [Needs, string[]][] = [
    [{}, []],
    [{ core: 'read' }, reading],
    [{ core: 'write' }, writing],
    [{ ledger: 'read' }, reading],
    [{ ledger: 'append' }, [...reading, 'dynamodb:PutItem']],
    [{ ledger: 'seal' }, [...reading, 'dynamodb:PutItem', 'dynamodb:PutItem']],
    [{ tokens: 'read' }, reading],
    [{ tokens: 'write' }, writing],
    [{ blobs: { read: ['results'] } }, ['s3:GetObject', 's3:ListBucket']],
    [{ blobs: { write: ['incoming'] } }, ['s3:AbortMultipartUpload', 's3:PutObject']],
    [{ blobs: { remove: ['work'] } }, ['s3:DeleteObject']],
    [{ advisories: 'read' }, ['s3:GetObject', 's3:ListBucket']],
    [
      { advisories: 'write' },
      ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:ListBucket', 's3:PutObject'],
    ],
    [{ licenseSource: true }, ['s3:AbortMultipartUpload', 's3:GetObject', 's3:ListBucket', 's3:PutObject']],
    [{ workflow: 'start' }, ['states:StartExecution']],
    [{ workflow: 'stop' }, ['states:StopExecution']],
    [{ artifactCheck: 'invoke' }, ['lambda:InvokeFunction']],
    [{ vault: 'seal' }, ['kms:Encrypt']],
    [{ vault: 'open' }, ['kms:Decrypt']],
    [{ ledgerSeals: 'witness' }, ['kms:Sign', 'kms:Verify', 's3:GetObject', 's3:ListBucket', 's3:PutObject']],
    [{ sources: true }, []],
    [{ sourceFetcher: 'invoke' }, ['lambda:InvokeFunction']],
    [{ sourceCheck: 'invoke' }, ['lambda:InvokeFunction']],
    [{ paymentProvider: true }, ['kms:Decrypt', 'ssm:GetParameter']],
    [{ paymentEvents: true }, ['kms:Decrypt', 'ssm:GetParameter']],
  ];
  const endpoints = cases.map(([needs], index) => endpoint(needs, index));
  const probes = synthesize({ endpointsByStack: { probes: endpoints }, context: payments });

  test.each(cases.map(([needs, actions], index) => ({ needs, actions, index })))(
    '$needs grants these actions and no others',
    ({ actions, index }) => {
      const given = actionsOf(roleOf(probes, `probe-${index}`)).filter(
        (action) => !action.startsWith('logs:'),
      );
      expect(given.toSorted()).toEqual(actions.toSorted());
    },
  );
});
