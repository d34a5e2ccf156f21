import { describe, expect, test } from 'vitest';
import { fixedNameOf } from '#test/support/releases/fixed-names.ts';
import { allResources, synthesize, synthesizeWith, type Resource } from './synthesized.ts';

/** The properties beside its name by which CloudFormation replaces a resource. It makes the new one first, whose name is then taken. */
const alsoReplacedBy: Readonly<Record<string, readonly string[]>> = {
  'AWS::Backup::BackupVault': ['EncryptionKeyArn'],
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

/** The types whose names are those of the account, or of the world, in all regions. */
const ofAllRegions = /^AWS::(?:CloudFront::\w+|IAM::\w+|S3::Bucket) /;

test('one deployment in two regions of an account shares no name that is the same in all regions', () => {
  const names = [...namesIn({}), ...namesIn(everything)].filter((name) => ofAllRegions.test(name));
  expect(names.filter((name) => name.startsWith('AWS::CloudFront::')).length).toBeGreaterThan(3);
  expect(names.filter((name) => !name.includes('{"Ref":"AWS::Region"}'))).toEqual([]);
});

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

/** Whether a value is the ARN of a key of the deployment, which is retained and never replaced. */
const isOwnKey = (value: unknown, resources: ReadonlyMap<string, Resource>): boolean => {
  const [id = '', attribute] = (value as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [];
  const key = resources.get(id);
  return attribute === 'Arn' && key?.Type === 'AWS::KMS::Key' && key.DeletionPolicy === 'Retain';
};

test('a resource with a fixed name is replaced only if that name changes, so a replacement never meets its own name', () => {
  const resources = new Map(allResources(synthesize({ context: everything })));
  for (const [id, resource] of resources) {
    if (fixedNameOf(resource) === undefined) continue;
    const replacing = alsoReplacedBy[resource.Type] ?? [];
    const set = Object.entries(resource.Properties)
      .filter(([name, value]) => replacing.includes(name) && !isOwnKey(value, resources))
      .map(([name]) => name);
    expect([id, set]).toEqual([id, []]);
  }
});

/** Settings that leave resources out which others have. */
const turnedOff: readonly Record<string, unknown>[] = [
  { backupDays: 0 },
  { console: false },
  { canary: false },
  { webAcl: false },
  { gatewayAccount: false },
  { waiterConcurrency: 0 },
  {
    oidcIssuer: 'https://login.example.com',
    oidcClientId: 'scangate',
    oidcSecretParameter: '/acme/oidc/secret',
  },
  everything,
];

/** Lists what stays in the account when it leaves its stack, and could not be made again under its name. */
const keptIn = (context: Record<string, unknown>): string[] =>
  Object.entries(synthesizeWith(context).stacks).flatMap(([stack, resources]) =>
    Object.entries(resources).flatMap(([id, resource]) =>
      resource.DeletionPolicy === 'Retain' && fixedNameOf(resource) !== undefined ? [`${stack}/${id}`] : [],
    ),
  );

test.each(turnedOff)('a resource that is retained and has a fixed name is there with %o, too', (context) => {
  const usual = keptIn({ logLevel: 'info' });
  expect(usual.some((name) => name.startsWith('stateful/BackupsVault'))).toBe(true);
  expect(keptIn(context)).toEqual(usual);
});
