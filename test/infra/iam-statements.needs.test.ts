import { describe, expect, test } from 'vitest';
import type { Needs } from '#contract/needs.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints as everyEndpoint } from '#functions/api/index.ts';
import { functionNamed, listOf, roleOf, statementsOf, synthesize } from './synthesized.ts';

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

const signIn = {
  publicUrl: 'https://scangate.example.com',
  oidcIssuer: 'https://login.example.com/acme',
  oidcClientId: 'scangate',
  oidcSecretParameter: '/acme/oidc/secret',
};

test('what was sent is never served: links lead to packs and exports, and an upload is only read to be scanned', () => {
  const table: readonly EndpointSpec[] = everyEndpoint;
  const areas = (access: 'link' | 'read') =>
    table.flatMap(({ name, needs }) => (needs.blobs?.[access] ?? []).map((area) => `${name} ${area}`));
  expect(areas('link').toSorted()).toEqual(['list-exports exports', 'open-shared packs']);
  const sent = areas('read').filter((one) => / (?:incoming|work)$/.test(one));
  expect(sent.toSorted()).toEqual(['create-scan incoming', 'quote-scan incoming']);
});

describe('the configuration of sign-in', () => {
  const endpointsByStack = {
    probes: [endpoint({ signIn: true }, 1), endpoint({ issuers: true, dns: true }, 2)],
  };
  const probes = (context: Record<string, string>) => synthesize({ endpointsByStack, context });
  const parameters = (context: Record<string, string>) =>
    statementsOf(roleOf(probes(context), 'probe-1'))
      .filter(({ Action }) => listOf(Action).includes('ssm:GetParameter'))
      .flatMap(({ Resource }) => listOf(Resource))
      .map((arn) => /:parameter(\/[\w/-]+)/.exec(JSON.stringify(arn))?.[1]);
  const variablesOf = (name: string, context: Record<string, string>) =>
    functionNamed(probes(context), name).Properties['Environment'];

  test('is read from one parameter, and the secret of the client from another', () => {
    expect(parameters(signIn).toSorted()).toEqual(['/acme/oidc/secret', '/scangate/sign-in']);
    expect(variablesOf('probe-1', signIn)).toMatchObject({
      Variables: {
        SIGN_IN_PARAMETER: '/scangate/sign-in',
        OIDC_SECRET_PARAMETER: '/acme/oidc/secret',
        ALLOWED_ISSUERS: 'https',
        SIGN_UP: 'off',
        CONSOLE: 'true',
      },
    });
  });

  test('has no secret if the user pool is the issuer, and nothing at all without a public URL', () => {
    expect(parameters({ publicUrl: signIn.publicUrl })).toEqual(['/scangate/sign-in']);
    expect(parameters({})).toEqual(['/scangate/sign-in']);
    expect(parameters({ console: 'off' })).toEqual([]);
    expect(variablesOf('probe-1', { console: 'off' })).toMatchObject({
      Variables: { CONSOLE: 'false', SIGN_IN_PARAMETER: '', OIDC_SECRET_PARAMETER: '' },
    });
  });

  test('is not passed to functions that declare something else', () => {
    const variables = variablesOf('probe-2', { dnsServers: '192.0.2.1' }) as {
      Variables: Record<string, unknown>;
    };
    expect(variables.Variables).toMatchObject({ ALLOWED_ISSUERS: 'https', DNS_SERVERS: '192.0.2.1' });
    expect(variables.Variables).not.toHaveProperty('SIGN_IN_PARAMETER');
  });
});

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

  test('are granted to no function if no payments are configured', () => {
    expect(statementsFor('probe-1', {})).toEqual([]);
    expect(statementsFor('probe-2', {})).toEqual([]);
  });
});

const isOfRefusals = (statement: object): boolean => JSON.stringify(statement).includes('"REFUSAL#*"');

test('an endpoint with a credential may add rows of refusals, and no others', () => {
  const probes = synthesize({ endpointsByStack: { probes: [endpoint({ core: 'read' }, 1)] } });
  const [statement, ...more] = statementsOf(roleOf(probes, 'probe-1')).filter(isOfRefusals);
  expect([listOf(statement?.Action ?? []), more]).toEqual([['dynamodb:PutItem'], []]);
  expect(statement).toMatchObject({
    Condition: {
      Null: { 'dynamodb:LeadingKeys': 'false' },
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['REFUSAL#*'] },
    },
  });
});

test('functions that send invitations may add the hashes of their links, and no other credential', () => {
  const needs = { invitationLinks: 'write', refusals: 'remember' } as const;
  const probes = synthesize({ endpointsByStack: { probes: [endpoint(needs, 1)] } });
  const rows = statementsOf(roleOf(probes, 'probe-1')).map((one) => JSON.stringify(one));
  expect(rows.filter((row) => row.includes('dynamodb:'))).toHaveLength(2);
  expect(rows.filter((row) => row.includes('"INVITATION#*"'))).toHaveLength(1);
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
    [{ ruleTrial: 'invoke' }, ['lambda:InvokeFunction']],
    [{ repositorySecrets: 'encrypt' }, ['kms:Encrypt']],
    [{ repositorySecrets: 'decrypt' }, ['kms:Decrypt']],
    [{ ledgerSeals: 'sign' }, ['kms:Sign', 'kms:Verify', 's3:GetObject', 's3:ListBucket', 's3:PutObject']],
    [{ sources: true }, []],
    [{ sourceFetcher: 'invoke' }, ['lambda:InvokeFunction']],
    [{ scanTasks: 'invoke' }, ['lambda:InvokeFunction']],
    [{ sourceCheck: 'invoke' }, ['lambda:InvokeFunction']],
    [{ paymentProvider: true }, ['kms:Decrypt', 'ssm:GetParameter']],
    [{ paymentEvents: true }, ['kms:Decrypt', 'ssm:GetParameter']],
    [{ signIn: true }, ['kms:Decrypt', 'ssm:GetParameter']],
    [{ issuers: true }, []],
    [{ dns: true }, []],
    [{ organizationRate: true }, ['dynamodb:UpdateItem']],
    [{ exchangeRate: true }, []],
    [{ jwtVerifier: true }, []],
    [{ ssoSecrets: 'encrypt' }, ['kms:Encrypt']],
    [{ ssoSecrets: 'decrypt' }, ['kms:Decrypt']],
    [{ subscriberSecrets: 'encrypt' }, ['kms:Encrypt']],
    [{ subscriberSecrets: 'decrypt' }, ['kms:Decrypt']],
    [{ outbound: true }, []],
    [{ publicAddress: true }, ['ssm:GetParameter']],
    [{ invitationLinks: 'write' }, ['dynamodb:PutItem']],
    [{ organizationRows: true }, ['dynamodb:Query']],
    [{ erasure: 'start' }, ['states:StartExecution']],
    [{ exportWorkflow: 'start' }, ['states:StartExecution']],
    [{ auditorPackWorkflow: 'start' }, ['states:StartExecution']],
    [{ historyWorkflow: 'start' }, ['states:StartExecution']],
    [{ historyReader: 'invoke' }, ['lambda:InvokeFunction']],
    [{ packLinks: 'write' }, ['dynamodb:PutItem']],
    [{ packLinks: 'revoke' }, ['dynamodb:UpdateItem']],
    [{ packLinks: 'open' }, ['dynamodb:GetItem']],
    [{ deviceLogins: 'start' }, ['dynamodb:PutItem']],
    [{ eraser: true }, ['sts:AssumeRole', 'sts:TagSession']],
    [{ blobs: { list: ['results'] } }, ['s3:ListBucket']],
    [{ blobs: { link: ['exports'] } }, ['s3:GetObject', 's3:ListBucket']],
    [{ mailOutbox: true }, []],
    [{ eventDispatch: 'invoke' }, ['lambda:InvokeFunction']],
    [{ deliveries: 'start' }, ['lambda:InvokeFunction']],
  ];
  const endpoints = cases.map(([needs], index) => endpoint(needs, index));
  const probes = synthesize({ endpointsByStack: { probes: endpoints }, context: { ...payments, ...signIn } });

  test.each(cases.map(([needs, actions], index) => ({ needs, actions, index })))(
    '$needs grants these actions and no others',
    ({ actions, index }) => {
      const given = statementsOf(roleOf(probes, `probe-${index}`))
        .filter((statement) => !isOfRefusals(statement))
        .flatMap(({ Action }) => listOf(Action))
        .filter((action) => !action.startsWith('logs:'));
      expect(given.toSorted()).toEqual(actions.toSorted());
    },
  );
});
