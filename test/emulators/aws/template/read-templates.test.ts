import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceBuild } from '#local/service-build.ts';
import { synthesize } from '#local/synthesize.ts';
import { readTemplates } from '@scangate/emulator-aws/template/read-templates';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import {
  resolveTemplates,
  type JsonObject,
  type StackTemplate,
} from '@scangate/emulator-aws/template/resolve-templates';
import { fixtureApp } from '../fixtures/app.ts';
import { openWorkbench, type Workbench } from '../workbench.ts';

let bench: Workbench;
let plan: CloudPlan;
beforeAll(async () => {
  bench = await openWorkbench();
  ({ plan } = await synthesize(fixtureApp, bench.folder.within('cdk.out')));
});
afterAll(() => bench.close());

const stackOf = (Resources: JsonObject): StackTemplate[] => [
  { name: 'one', template: { Resources: Resources as Record<string, never> } },
];

test('tables are created with their keys and indexes, including global tables', () => {
  expect(plan.tables).toEqual([
    {
      name: expect.stringMatching(/^fixture-state-Table/),
      attributes: [
        { name: 'pk', type: 'S' },
        { name: 'sk', type: 'S' },
        { name: 'due', type: 'S' },
      ],
      keys: [
        { name: 'pk', type: 'HASH' },
        { name: 'sk', type: 'RANGE' },
      ],
      indexes: [
        { name: 'due', keys: [{ name: 'due', type: 'HASH' }], projection: { ProjectionType: 'ALL' } },
      ],
    },
  ]);
});

test('a function gets the names of resources in other stacks in its environment', () => {
  const echo = plan.functions.find((one) => one.bundle === 'echo');
  expect(echo).toMatchObject({
    name: 'fixture-echo',
    exported: 'handler',
    timeoutSeconds: 20,
    memoryMb: 256,
  });
  expect(echo?.environment['TABLE']).toBe(plan.tables[0]?.name);
  expect(echo?.environment['BUCKET']).toBe(plan.buckets[0]?.name);
});

test('a route has its function, authorizer, timeout and response mode', () => {
  const routes = new Map(plan.api?.routes.map((route) => [`${route.method} ${route.path}`, route]));
  expect(routes.get('GET /slow')).toMatchObject({ timeoutMs: 29_000, stream: false, authorizer: undefined });
  expect(routes.get('GET /stream')).toMatchObject({ timeoutMs: 300_000, stream: true });
  expect(routes.get('GET /items/{itemId}')?.authorizer).toMatchObject({ identityHeaders: ['Authorization'] });
  expect(plan.api).toMatchObject({ stage: 'live', regional: false, binaryMediaTypes: ['application/gzip'] });
});

test('an alias is another name of its function, for routes and rules, with its own retry settings', () => {
  const named = (bundle: string) => plan.functions.find((one) => one.bundle === bundle);
  const [record, stream] = [named('record'), named('stream')];
  expect([record?.aliases, record?.asyncRetries, named('echo')?.aliases]).toEqual([['live'], 1, []]);
  expect(plan.rules[0]?.targets[0]?.functionArn).toBe(`${record?.arn}:live`);
  expect(plan.rules[1]?.targets[0]?.functionArn).toBe(record?.arn);
  const streamed = plan.api?.routes.find((route) => route.stream);
  expect(streamed?.functionArn).toBe(`${stream?.arn}:live`);
});

test('rules have a pattern or schedule, and state machines the ARNs of their functions', () => {
  const task = plan.functions.find((one) => one.bundle === 'task');
  expect(plan.stateMachines[0]?.definition).toContain(`"Resource":"${task?.arn}"`);
  expect(plan.rules.map((rule) => rule.schedule)).toEqual(['rate(1 hour)', undefined]);
  expect(plan.rules[0]?.targets[0]?.input).toBe('{"what":"hourly"}');
  expect(plan.rules[1]?.pattern).toMatchObject({ detail: { stateMachineArn: [plan.stateMachines[0]?.arn] } });
  expect(plan.buckets[0]?.expiry).toEqual([{ prefix: 'incoming/', days: 1 }]);
  expect(plan.keys[0]?.aliases).toEqual(['alias/fixture/key']);
});

test("the local cloud can read the service's own app", async () => {
  const { plan: own, bundles } = await serviceBuild();
  expect(readdirSync(bundles)).toEqual(
    expect.arrayContaining(own.functions.map(({ bundle }) => `${bundle}.cjs`)),
  );
  expect(own.api?.routes.length).toBeGreaterThan(10);
  expect(own.functions.find((one) => one.bundle === 'fetch-source')?.environment['ALLOWED_SOURCES']).toBe(
    'https,file,loopback',
  );
});

test('an unsupported resource is refused by name, not ignored', () => {
  const stacks = stackOf({ Stream: { Type: 'AWS::Kinesis::Stream' } });
  expect(() => readTemplates(stacks)).toThrow(
    'The local cloud has no AWS::Kinesis::Stream (Stream of the stack one).',
  );
});

test('an unsupported intrinsic function is refused', () => {
  const stacks = stackOf({
    Data: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { 'Fn::Cidr': [] } } },
  });
  expect(() => readTemplates(stacks)).toThrow('Fn::Cidr is not supported');
});

test('a method that is not a Lambda proxy, and an authorizer that caches, are refused', () => {
  const api = { Api: { Type: 'AWS::ApiGateway::RestApi' } };
  const method = (Integration: JsonObject) => ({
    ...api,
    Method: {
      Type: 'AWS::ApiGateway::Method',
      Properties: { HttpMethod: 'GET', ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] }, Integration },
    },
  });
  expect(() => readTemplates(stackOf(method({ Type: 'MOCK' })))).toThrow('integrated by MOCK');
  const authorizer = {
    ...api,
    Guard: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: { Type: 'REQUEST', IdentitySource: 'method.request.header.Authorization' },
    },
  };
  expect(() => readTemplates(stackOf(authorizer))).toThrow('caches its results');
});

test('joins, substitutions, selections and splits are resolved as CloudFormation does', () => {
  const stacks = stackOf({
    Data: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'data' } },
    Odd: {
      Type: 'AWS::IAM::Role',
      Properties: {
        joined: { 'Fn::Join': ['-', ['a', { Ref: 'Data' }]] },
        substituted: { 'Fn::Sub': '${AWS::Region}/${Data.Arn}/${!Literal}' },
        own: { 'Fn::Sub': ['${Word}!', { Word: { Ref: 'Data' } }] },
        selected: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] },
        nothing: { Ref: 'AWS::NoValue' },
      },
    },
  });
  const resolver = resolveTemplates(stacks);
  const [odd] = resolver.resources('AWS::IAM::Role');
  expect(odd && resolver.properties(odd)).toEqual({
    joined: 'a-data',
    substituted: 'us-east-1/arn:aws:s3:::data/${Literal}',
    own: 'data!',
    selected: 'b',
  });
});
