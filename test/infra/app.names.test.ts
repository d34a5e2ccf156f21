import { describe, expect, test } from 'vitest';
import { fixedNameOf } from '#test/support/releases/fixed-names.ts';
import { allResources, synthesize } from './synthesized.ts';

/** The properties beside its name by which CloudFormation replaces a resource. It makes the new one first, whose name is then taken. */
const alsoReplacedBy: Readonly<Record<string, readonly string[]>> = {
  'AWS::IAM::ManagedPolicy': ['Description', 'Path'],
  'AWS::IAM::Role': ['Path'],
  'AWS::Lambda::Function': ['PackageType', 'TenancyConfig'],
  'AWS::Logs::LogGroup': ['LogGroupClass'],
  'AWS::SQS::Queue': ['FifoQueue'],
  'AWS::SNS::Topic': ['FifoTopic'],
  'AWS::StepFunctions::StateMachine': ['StateMachineType'],
  'AWS::CodeDeploy::DeploymentGroup': ['ApplicationName'],
  'AWS::CodeDeploy::Application': ['ComputePlatform'],
};

const namesIn = (context: Record<string, unknown>): string[] =>
  allResources(synthesize({ context })).flatMap(([, resource]) => fixedNameOf(resource) ?? []);

const everything = {
  apiDomain: 'api.example.com',
  apiCertificateArn: 'arn:aws:acm:eu-central-1:111122223333:certificate/00000000-0000-4000-8000-000000000000',
};
const first = synthesize();
const second = synthesize({ context: { deploymentName: 'other' } });
const textOf = ({ stacks }: typeof first): string =>
  JSON.stringify(Object.entries(stacks).filter(([name]) => name !== 'account'));

describe('two deployments in one account and region', () => {
  test('have no name in common', () => {
    const [one, other] = [namesIn({}), namesIn({ deploymentName: 'other' })];
    expect(one.length).toBeGreaterThan(500);
    expect(new Set(one).size).toBe(one.length);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  });

  test('have no export, and no custom metric in common', () => {
    const texts = [textOf(first), textOf(second)];
    const metrics = texts.map((text) => new Set(text.match(/"(?:Metric)?Namespace":"Scangate[^"]*"/gi)));
    expect(metrics[0]?.isDisjointFrom(metrics[1] ?? new Set())).toBe(true);
    const imports = texts.map((text) => new Set(text.match(/"Fn::ImportValue":"[^"]+"/g)));
    expect(imports[0]?.size).toBeGreaterThan(10);
    expect(imports[0]?.isDisjointFrom(imports[1] ?? new Set())).toBe(true);
  });

  test('do not reference each other: no policy, no variable and no target', () => {
    expect(textOf(second).match(/.{0,9}[:/]scangate[-/:](?!problem:).{0,20}/g)).toBeNull();
  });

  test('share only the stack with the logging role of API Gateway', () => {
    const namesOf = ({ order }: typeof first) => order.filter((name) => name === 'account');
    expect([namesOf(first), namesOf(second)]).toEqual([['account'], ['account']]);
    expect(second.stacks['account']).toEqual(first.stacks['account']);
  });
});

test('a resource with a fixed name is replaced only if that name changes, so a replacement never meets its own name', () => {
  for (const [id, resource] of allResources(synthesize({ context: everything }))) {
    if (fixedNameOf(resource) === undefined) continue;
    const replacing = alsoReplacedBy[resource.Type] ?? [];
    const set = Object.keys(resource.Properties).filter((name) => replacing.includes(name));
    expect([id, set]).toEqual([id, []]);
  }
});
