import { describe, expect, test } from 'vitest';
import { apiFunctionsByStack } from '#infra/functions.ts';
import { allResources, ofType, statementsOf, synthesize, synthesizeWith } from '../synthesized.ts';

const synthesized = synthesize();
const stacks = [...apiFunctionsByStack().keys()].map(
  (name) => [name, Object.entries(synthesized.stacks[name] ?? {})] as const,
);
const groups = stacks.flatMap(([, resources]) => ofType(resources, 'AWS::CodeDeploy::DeploymentGroup'));
const workflow = Object.entries(synthesized.stacks.workflow);

/** The patterns of the metrics that the release alarm reads from the access log. */
const releasePatterns = ofType(Object.entries(synthesized.stacks.api), 'AWS::Logs::MetricFilter').flatMap(
  ([, { Properties }]) => {
    const { FilterPattern, MetricTransformations } = Properties as {
      FilterPattern: string;
      MetricTransformations: [{ MetricName: string }];
    };
    const [{ MetricName }] = MetricTransformations;
    const isOfReleases = ['UnexpectedErrors', 'UnansweredRequests', 'AuthorizerErrors'].includes(MetricName);
    return isOfReleases ? [{ name: MetricName, pattern: FilterPattern }] : [];
  },
);

/** Whether a line matches a comparison, whose text may end with a wildcard. */
const matches = (line: Readonly<Record<string, string>>, comparison: string): boolean => {
  const [, field = '', operator, text = ''] = /^\$\.(\w+) (=|!=) "([^"]*)"$/.exec(comparison) ?? [];
  const value = line[field] ?? '';
  const isEqual = text.endsWith('*') ? value.startsWith(text.slice(0, -1)) : value === text;
  return isEqual === (operator === '=');
};

/** The metrics that count a line of the access log. A pattern is one comparison, or one of them and a choice of two. */
const countedOf = (patterns: typeof releasePatterns, line: Readonly<Record<string, string>>): string[] =>
  patterns
    .filter(({ pattern }) =>
      pattern
        .replace(/^\{ (.*) \}$/, '$1')
        .split(' && ')
        .every((all) => all.split(' || ').some((any) => matches(line, any.replaceAll(/[()]/g, '')))),
    )
    .map(({ name }) => name);

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
    const ofFunctions = ['StreamErrors', 'Errors'];
    expect(watched.toSorted()).toEqual(
      ['UnexpectedErrors', 'UnansweredRequests', 'AuthorizerErrors', ...ofFunctions].toSorted(),
    );
    expect(counted).toEqual(
      expect.arrayContaining(watched.filter((name) => name !== undefined && !ofFunctions.includes(name))),
    );
    expect(JSON.stringify(alarm?.Properties)).toContain('"Value":"scangate-wait-scan"');
  });

  const byGateway = ofType(Object.entries(synthesized.stacks.api), 'AWS::ApiGateway::GatewayResponse').map(
    ([, { Properties }]) => Properties as { ResponseType: string; StatusCode: string },
  );
  const counts = (line: Readonly<Record<string, string>>): string[] => countedOf(releasePatterns, line);

  test.each(byGateway.filter(({ StatusCode }) => StatusCode.startsWith('5')))(
    'is stopped by $ResponseType',
    ({ ResponseType, StatusCode }) => {
      const line = { status: StatusCode, errorType: ResponseType, lambdaStatus: '-', resource: '/v1/scans' };
      expect(counts(line)).toHaveLength(1);
    },
  );

  test.each(byGateway.filter(({ StatusCode }) => !StatusCode.startsWith('5')))(
    'goes on in spite of $ResponseType, which is the fault of a request',
    ({ ResponseType, StatusCode }) => {
      expect(counts({ status: StatusCode, errorType: ResponseType, lambdaStatus: '-' })).toEqual([]);
    },
  );

  test('goes on when more callers wait than the reservation carries, but not when another function is throttled or a wait crashes', () => {
    const failed = { status: '503', errorType: 'INTEGRATION_FAILURE' };
    const [waiting, other] = ['/v1/scans/{scanId}/wait', '/v1/scans'];
    expect(counts({ ...failed, lambdaStatus: '429', resource: waiting })).toEqual([]);
    expect(counts({ ...failed, lambdaStatus: '429', resource: other })).toEqual(['UnansweredRequests']);
    expect(counts({ ...failed, lambdaStatus: '200', resource: waiting })).toEqual(['UnansweredRequests']);
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

  test('of a task of scans is stopped by several scans that crash, and by no single failure', () => {
    const named = new Map(
      ofType(workflow, 'AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [id, Properties['AlarmName']]),
    );
    const told = ofType(workflow, 'AWS::CodeDeploy::DeploymentGroup').map(([, { Properties }]) => {
      expect(Properties['DeploymentConfigName']).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      const { Alarms } = Properties['AlarmConfiguration'] as { Alarms: { Name: { Ref: string } }[] };
      return Alarms.map(({ Name }) => named.get(Name.Ref));
    });
    const tasks = [
      'prepare-scan',
      'scan-small-units',
      'scan-unit',
      'prepare-base',
      'compare-base',
      'finish-scan',
      'track-default-branch',
      'fetch-source',
      'fetch-small-source',
    ];
    expect(told).toEqual(tasks.map((task) => ['scangate-scans-crashed', `scangate-${task}-release`]));
    const crashed = ofType(workflow, 'AWS::CloudWatch::Alarm').find(
      ([id]) => named.get(id) === 'scangate-scans-crashed',
    );
    expect(crashed?.[1].Properties).toMatchObject({
      Threshold: 5,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
    });
  });

  test('of a task is stopped by the failures of its new version alone, also where few scans run', () => {
    const [, alarm] =
      ofType(workflow, 'AWS::CloudWatch::Alarm').find(
        ([, { Properties }]) => Properties['AlarmName'] === 'scangate-scan-unit-release',
      ) ?? [];
    const metrics = alarm?.Properties['Metrics'] as {
      Id: string;
      Expression?: string;
      MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: object }[] } };
    }[];
    const counted = metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
    expect(counted.map(({ MetricName }) => MetricName)).toEqual(['Errors', 'Invocations']);
    for (const { Dimensions } of counted) {
      expect(Dimensions.map(({ Name }) => Name).toSorted()).toEqual([
        'ExecutedVersion',
        'FunctionName',
        'Resource',
      ]);
      expect(Dimensions.every(({ Value }) => JSON.stringify(Value).includes('"ScanUnitFunction'))).toBe(true);
      const { Value } = Dimensions.find(({ Name }) => Name === 'ExecutedVersion') ?? { Value: {} };
      expect(Value).toMatchObject({ 'Fn::GetAtt': [expect.stringContaining('CurrentVersion'), 'Version'] });
    }
    const expression = metrics.find(({ Expression }) => Expression !== undefined)?.Expression ?? '';
    expect(expression).toContain('IF(FILL(failed, 0) >= 2, ');
    expect(alarm?.Properties['Threshold']).toBe(0.5);
  });

  test('moves everything at once if it is turned off', () => {
    const off = allResources(synthesizeWith({ canary: false }));
    expect(off.filter(([, { Type }]) => Type.startsWith('AWS::CodeDeploy::'))).toEqual([]);
    expect(off.filter(([id]) => id.startsWith('ReleaseErrors'))).toEqual([]);
  });
});
