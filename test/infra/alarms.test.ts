import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { allFunctions } from '#infra/functions.ts';
import { allResources, functionNamed, ofType, synthesize } from './synthesized.ts';

const synthesized = synthesize();
const alarms = ofType(allResources(synthesized), 'AWS::CloudWatch::Alarm').map(
  ([, { Properties }]) =>
    Properties as Record<string, unknown> & { AlarmName: string; AlarmDescription: string },
);
const runbook = readFileSync('docs/runbook/alarms.md', 'utf8');
const sections = new Map(
  runbook
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [heading = '', ...body] = section.split('\n');
      return [heading, body.join('\n').trim()] as const;
    }),
);
const nameOf = ({ AlarmName }: { AlarmName: string }) => AlarmName.replace(/^scangate-/, '');

describe('the runbook', () => {
  test('has a heading for every alarm, and no other heading', () => {
    expect([...sections.keys()].toSorted()).toEqual(alarms.map(nameOf).toSorted());
  });

  test.each([...sections])('explains under %s what it means and what to do', (_, body) => {
    expect(body.length).toBeGreaterThan(60);
  });

  test.each(alarms)('$AlarmName points at its heading', (alarm) => {
    expect(alarm.AlarmDescription).toMatch(
      new RegExp(`^[A-Z].+\\. .*docs/runbook/alarms\\.md#${nameOf(alarm)}$`),
    );
  });
});

describe('alarms', () => {
  test.each(alarms)('$AlarmName notifies the topic when it starts and when it ends', (alarm) => {
    expect(JSON.stringify(alarm['AlarmActions'])).toContain('AlarmsTopic');
    expect(alarm['OKActions']).toEqual(alarm['AlarmActions']);
  });

  test('no alarm sums more metrics than CloudWatch permits', () => {
    for (const { Metrics } of alarms as { Metrics?: { MetricStat?: unknown }[] }[]) {
      expect((Metrics ?? []).filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
    }
  });

  test('missing data is an alarm if something must happen regularly', () => {
    const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'breaching');
    expect(silent.map(nameOf).toSorted()).toEqual([
      'advisories-stale',
      'sweep-events-silent',
      'sweep-silent',
    ]);
  });

  test('an unexpected error in a log is counted, a transient one is not', () => {
    const filters = ofType(allResources(synthesized), 'AWS::Logs::MetricFilter').map(
      ([, { Properties }]) =>
        Properties as { FilterPattern: string; MetricTransformations: { MetricName: string }[] },
    );
    const counting = filters.filter(({ FilterPattern }) => FilterPattern.includes('$.level'));
    expect(counting.length).toBeGreaterThan(0);
    for (const { FilterPattern } of counting) {
      expect(FilterPattern).toBe(
        '{ ($.level = "error") && (($.error NOT EXISTS) || ($.error != "Transient")) }',
      );
    }
    const watched = JSON.stringify(alarms);
    for (const { MetricTransformations } of filters) {
      expect(watched).toContain(`"MetricName":"${MetricTransformations[0]?.MetricName ?? '?'}"`);
    }
  });

  test('a refusal of an unauthenticated endpoint is counted separately, by the message of its log line', () => {
    const stranger: EndpointSpec = {
      name: 'probe',
      method: 'POST',
      path: '/v1/oidc/exchange',
      summary: 'Probe.',
      access: 'public',
      roles: [],
      scopes: [],
      responses: {},
      problems: [],
      needs: {},
    };
    const guarded: EndpointSpec = { ...stranger, name: 'guarded', path: '/v1/guarded', access: undefined };
    const { stacks } = synthesize({
      endpointsByStack: { probes: [{ ...stranger, name: 'get-openapi' }, guarded] },
    });
    const filters = ofType(Object.entries(stacks['probes'] ?? {}), 'AWS::Logs::MetricFilter');
    expect(
      filters.map(([, { Properties }]) => {
        const [{ MetricName }] = Properties['MetricTransformations'] as [{ MetricName: string }];
        return [MetricName, Properties['FilterPattern'], JSON.stringify(Properties['LogGroupName'])];
      }),
    ).toEqual([
      [
        'SignInFailures',
        '{ ($.message = "sign-in failed") && ($.organizationId NOT EXISTS) }',
        expect.stringMatching(/GetOpenapiLogs/),
      ],
      [
        'ExchangeFailures',
        '{ ($.message = "exchange failed") && ($.organizationId NOT EXISTS) }',
        expect.stringMatching(/GetOpenapiLogs/),
      ],
    ]);
    for (const name of ['sign-in-failures', 'exchange-failures'])
      expect(alarms.find((one) => nameOf(one) === name)).toMatchObject({
        Namespace: 'Scangate',
        Statistic: 'Sum',
        Threshold: 100,
        TreatMissingData: 'notBreaching',
      });
  });

  test('a rejected token does not count as an error of the authorizer, although Lambda counts it as one', () => {
    const alarm = alarms.find((one) => nameOf(one) === 'authorizer-errors');
    expect(alarm).toMatchObject({ Namespace: 'Scangate', MetricName: 'AuthorizerErrors' });
    const counted = ofType(allResources(synthesized), 'AWS::Logs::MetricFilter').filter(([, filter]) =>
      JSON.stringify(filter.Properties).includes('"MetricName":"AuthorizerErrors"'),
    );
    expect(counted.map(([, { Properties }]) => Properties['FilterPattern'])).toEqual([
      '{ $.errorType = "AUTHORIZER_*" }',
    ]);
  });

  test('every function outside the API has a separate alarm', () => {
    const { workflow, jobs, operator, offboarding } = synthesized.stacks;
    expect(offboarding).toBeDefined();
    const outside = Object.values({ ...workflow, ...jobs, ...operator, ...offboarding })
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => `${String(Properties['FunctionName'])}-errors`);
    expect(outside.length).toBeGreaterThan(0);
    expect(alarms.map(({ AlarmName }) => AlarmName)).toEqual(expect.arrayContaining(outside));
  });
});

describe('logs', () => {
  test('every function has its own log group, with a retention of 90 days', () => {
    const groups = new Map(ofType(allResources(synthesized), 'AWS::Logs::LogGroup'));
    const used = allFunctions().map(({ name }) => {
      const config = functionNamed(synthesized, name).Properties['LoggingConfig'] as {
        LogGroup: { Ref: string };
      };
      return config.LogGroup.Ref;
    });
    expect(new Set(used).size).toBe(allFunctions().length);
    for (const id of used) expect(groups.get(id)?.Properties['RetentionInDays']).toBe(90);
  });
});
