import { describe, expect, test } from 'vitest';
import { apiFunctionsByStack } from '#infra/functions.ts';
import { allResources, ofType, statementsOf, synthesize, synthesizeWith } from '../synthesized.ts';

const synthesized = synthesize();
const stacks = [...apiFunctionsByStack().keys()].map(
  (name) => [name, Object.entries(synthesized.stacks[name] ?? {})] as const,
);
const groups = ofType(allResources(synthesized), 'AWS::CodeDeploy::DeploymentGroup');

describe('a release of the functions behind the API', () => {
  test.each(stacks)('in %s moves each alias by a separate deployment group', (_, resources) => {
    const aliases = ofType(resources, 'AWS::Lambda::Alias');
    const [application, ...more] = ofType(resources, 'AWS::CodeDeploy::Application').map(([id]) => id);
    expect(more).toEqual([]);
    const used = aliases.map(([, alias]) => {
      const { CodeDeployLambdaAliasUpdate } = (
        alias as unknown as { UpdatePolicy: Record<string, Record<string, { Ref: string }>> }
      ).UpdatePolicy;
      expect(CodeDeployLambdaAliasUpdate?.['ApplicationName']).toEqual({ Ref: application });
      return CodeDeployLambdaAliasUpdate?.['DeploymentGroupName']?.Ref;
    });
    const made = ofType(resources, 'AWS::CodeDeploy::DeploymentGroup').map(([id]) => id);
    expect(used.toSorted()).toEqual(made.toSorted());
  });

  test('moves a tenth of the requests for five minutes, and all back when the alarm is raised', () => {
    expect(groups.length).toBeGreaterThan(100);
    for (const [, { Properties }] of groups)
      expect(Properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Alarms: [{ Name: 'scangate-release-errors' }], Enabled: true },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
        },
      });
  });

  test('is watched by an alarm that exists before every function, over metrics of the gateway’s log', () => {
    const alarms = ofType(Object.entries(synthesized.stacks.stateful), 'AWS::CloudWatch::Alarm');
    const [, alarm] = alarms.find(([id]) => id.startsWith('ReleaseErrors')) ?? [];
    expect(alarm?.Properties['AlarmName']).toBe('scangate-release-errors');
    const counted = ofType(Object.entries(synthesized.stacks.api), 'AWS::Logs::MetricFilter').map(
      ([, { Properties }]) => {
        const [{ MetricName }] = Properties['MetricTransformations'] as [{ MetricName: string }];
        return MetricName;
      },
    );
    const watched = [...JSON.stringify(alarm?.Properties).matchAll(/"MetricName":"(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(watched).toHaveLength(2);
    expect(counted).toEqual(expect.arrayContaining(watched));
  });

  test.each(stacks)(
    'in %s has a role that fits its quota and reaches only these functions',
    (_, resources) => {
      const [role, ...more] = ofType(resources, 'AWS::IAM::Role').filter(([id]) => id.startsWith('Releases'));
      expect(more).toEqual([]);
      const statements = role ? statementsOf(role[1]) : [];
      expect(statements.flatMap(({ Action }) => Action)).toEqual([
        'lambda:GetAlias',
        'lambda:UpdateAlias',
        'lambda:GetProvisionedConcurrencyConfig',
        'cloudwatch:DescribeAlarms',
      ]);
      // An ARN takes up to 120 characters; a role takes 10,240 of inline policies.
      const arns = statements.flatMap(({ Resource }) => Resource);
      expect(arns.length * 120).toBeLessThan(10_240);
    },
  );

  test('moves everything at once if it is turned off', () => {
    const off = allResources(synthesizeWith({ canary: false }));
    expect(off.filter(([, { Type }]) => Type.startsWith('AWS::CodeDeploy::'))).toEqual([]);
    expect(off.filter(([id]) => id.startsWith('ReleaseErrors'))).toEqual([]);
  });
});
