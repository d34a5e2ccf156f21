import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpointsByStack } from '#functions/api/index.ts';
import { allFunctions } from '#infra/functions.ts';
import {
  allResources,
  functionBehind,
  listOf,
  ofType,
  onlyResource,
  statementsOf,
  synthesize,
} from './synthesized.ts';

const synthesized = synthesize();
const everything = allResources(synthesized);

describe('the alias of a function', () => {
  test('is one for each, and refers to a version of that function', () => {
    const aliases = ofType(everything, 'AWS::Lambda::Alias');
    expect(aliases).toHaveLength(allFunctions().length);
    for (const resources of Object.values(synthesized.stacks))
      for (const [id, { Properties }] of ofType(Object.entries(resources), 'AWS::Lambda::Alias')) {
        const [version = ''] = (Properties['FunctionVersion'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'];
        expect(resources[version]?.Properties['FunctionName']).toEqual(Properties['FunctionName']);
        expect(functionBehind(resources, id).Type).toBe('AWS::Lambda::Function');
      }
  });

  test('retains no old versions, which would fill the storage of the account', () => {
    for (const [, version] of ofType(everything, 'AWS::Lambda::Version'))
      expect(version.DeletionPolicy).not.toBe('Retain');
  });

  test('is what every role may invoke, and not the unqualified function', () => {
    const resources = [
      ...ofType(everything, 'AWS::IAM::Role').flatMap(([, role]) => statementsOf(role)),
      ...ofType(everything, 'AWS::IAM::ManagedPolicy').flatMap(
        ([, { Properties }]) =>
          (Properties['PolicyDocument'] as { Statement: ReturnType<typeof statementsOf> }).Statement,
      ),
    ]
      .filter(({ Action }) => listOf(Action).includes('lambda:InvokeFunction'))
      .flatMap(({ Resource }) => listOf(Resource));
    expect(resources.length).toBeGreaterThan(allFunctions().length / 2);
    for (const resource of resources)
      expect(JSON.stringify(resource)).toMatch(/:live"|"Ref":"\w+Live[0-9A-F]{8}"/);
  });

  test('is what rules invoke, and what functions know of each other', () => {
    const targets = ofType(everything, 'AWS::Events::Rule').flatMap(
      ([, { Properties }]) => Properties['Targets'] as { Arn: { Ref: string } }[],
    );
    const functions = targets.filter(({ Arn }) => !Arn.Ref.startsWith('AlarmsTopic'));
    expect(functions.length).toBeGreaterThan(0);
    for (const { Arn } of functions) expect(Arn.Ref).toMatch(/Live[0-9A-F]{8}$/);
    const told = ofType(everything, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
      Object.entries((Properties['Environment'] as { Variables: Record<string, unknown> }).Variables)
        .filter(([name]) => name.endsWith('_FUNCTION'))
        .map(([, value]) => JSON.stringify(value)),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const value of told) expect(value).toContain(':live"');
  });
});

test('no function knows an address without TLS, nor any of AWS but those of its SDK', () => {
  const environments = ofType(everything, 'AWS::Lambda::Function').map(([, { Properties }]) =>
    JSON.stringify(Properties['Environment']),
  );
  expect(environments.length).toBe(allFunctions().length);
  for (const environment of environments) expect(environment).not.toMatch(/http:\/\/|AWS_ENDPOINT_URL/);
});

test('no debug mode is on: functions log from info, nothing changes how Node runs, and nothing logs at debug', () => {
  for (const [, { Properties }] of ofType(everything, 'AWS::Lambda::Function')) {
    const { Variables } = Properties['Environment'] as { Variables: Record<string, unknown> };
    expect(Variables).toMatchObject({ LOG_LEVEL: 'info' });
    expect(Object.keys(Variables).filter((name) => /^NODE_|DEBUG|INSPECT/.test(name))).toEqual([]);
  }
  const { MethodSettings } = onlyResource(everything, 'AWS::ApiGateway::Stage');
  for (const method of MethodSettings as Record<string, unknown>[])
    expect([method['DataTraceEnabled'] ?? false, method['LoggingLevel'] ?? 'OFF']).toEqual([false, 'OFF']);
  for (const path of globSync('{functions,lib/{adapters,app,contract,domain,engines,git,runtime}}/**/*.ts'))
    expect([path, readFileSync(path, 'utf8').includes('log.debug(')]).toEqual([path, false]);
});

const { scans } = endpointsByStack;

test('a version is the code and configuration of its function: either change creates another one', () => {
  const versions = (context: Record<string, string>) =>
    ofType(
      Object.entries(synthesize({ context, endpointsByStack: { scans } }).stacks['scans'] ?? {}),
      'AWS::Lambda::Version',
    ).map(([id]) => id);
  const before = versions({});
  const after = versions({ logLevel: 'debug' });
  expect(after).toHaveLength(before.length);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  expect(versions({ throttleRate: '100' })).toEqual(before);
});
