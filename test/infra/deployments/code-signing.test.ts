import { App } from 'aws-cdk-lib/core';
import { expect, test } from 'vitest';
import { readSettings } from '#infra/settings.ts';
import { allResources, ofType, synthesize, synthesizeWith } from '../synthesized.ts';

const signingProfile =
  'arn:aws:signer:eu-west-1:111122223333:/signing-profiles/scangate_functions/aB3dE5fG7h';
const type = 'AWS::Lambda::CodeSigningConfig';

test('a deployment runs unsigned code unless a profile is set', () => {
  const resources = allResources(synthesize());
  expect(ofType(resources, type)).toEqual([]);
  for (const [, { Properties }] of ofType(resources, 'AWS::Lambda::Function'))
    expect(Properties).not.toHaveProperty('CodeSigningConfigArn');
});

test('with a profile every function refuses code that it did not sign', () => {
  let functions = 0;
  for (const stack of Object.values(synthesizeWith({ signingProfile }).stacks)) {
    const resources = Object.entries(stack);
    const configurations = ofType(resources, type);
    for (const [, { Properties }] of ofType(resources, 'AWS::Lambda::Function')) {
      functions++;
      expect(configurations).toHaveLength(1);
      const [[id, configuration]] = configurations as [(typeof configurations)[number]];
      expect(Properties['CodeSigningConfigArn']).toEqual({ 'Fn::GetAtt': [id, 'CodeSigningConfigArn'] });
      expect(configuration.Properties).toMatchObject({
        AllowedPublishers: { SigningProfileVersionArns: [signingProfile] },
        CodeSigningPolicies: { UntrustedArtifactOnDeployment: 'Enforce' },
      });
    }
  }
  expect(functions).toBeGreaterThan(50);
});

test.each([
  'scangate_functions',
  'arn:aws:signer:eu-west-1:111122223333:/signing-profiles/scangate_functions',
  'arn:aws:lambda:eu-west-1:111122223333:code-signing-config:csc-0',
])('%s is no version of a profile', (wrong) => {
  const { node } = new App({ context: { signingProfile: wrong } });
  expect(() => readSettings(node)).toThrow(/signingProfile/);
});
