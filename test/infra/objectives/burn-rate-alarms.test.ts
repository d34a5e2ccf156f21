import { describe, expect, test } from 'vitest';
import { budgetOf, burnRates, leastFailures, objectives } from '#infra/objectives/objectives.ts';
import { ofType, synthesize } from '../synthesized.ts';

const { stacks } = synthesize();
const objectivesStack = Object.entries(stacks['objectives'] ?? {});

interface AlarmMetric {
  Id: string;
  Expression?: string;
  MetricStat?: { Period: number; Stat: string; Metric: { Namespace: string; MetricName: string } };
}
const alarms = new Map(
  ofType(objectivesStack, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
    String(Properties['AlarmName']),
    Properties,
  ]),
);
const filters = new Map(
  ofType(objectivesStack, 'AWS::Logs::MetricFilter').map(([, { Properties }]) => {
    const [{ MetricName }] = Properties['MetricTransformations'] as [{ MetricName: string }];
    return [MetricName, Properties['FilterPattern']];
  }),
);

const watched = objectives.flatMap((objective) => burnRates.map((rate) => ({ objective, rate })));

/** Computes the expression of an alarm from its counts, as CloudWatch does. */
const burnRate = (expression: string, counts: Record<'requests' | 'failures' | 'others', number>): number => {
  const numbers = expression.replaceAll(/FILL\((\w+), 0\)/g, (_, name: keyof typeof counts) =>
    String(counts[name]),
  );
  const [, lost = '', least = '', ratio = ''] = /^IF\((.+) >= (\d+), (.+), 0\)$/.exec(numbers) ?? [];
  const sum = (text: string): number =>
    [...text.matchAll(/\d+/g)].reduce((total, [digits]) => total + Number(digits), 0);
  const [top = '', bottom = '', budget = ''] = ratio.split(' / ');
  return sum(lost) >= Number(least) ? sum(top) / sum(bottom) / Number(budget) : 0;
};

describe.each(watched)('the budget of $objective.plan, $rate.name', ({ objective, rate }) => {
  const alarm = alarms.get(`scangate-${objective.plan.toLowerCase()}-budget-${rate.name}`);
  const metrics = (alarm?.['Metrics'] ?? []) as AlarmMetric[];
  const expression = metrics.find((metric) => metric.Expression !== undefined)?.Expression ?? '';

  test('is watched over its window, by what the gateway logged', () => {
    expect(alarm).toMatchObject({
      Threshold: rate.atLeast,
      EvaluationPeriods: rate.windows,
      DatapointsToAlarm: rate.windows,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
    const stats = metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
    expect(new Set(stats.map(({ Period, Stat }) => `${Stat} ${Period}`))).toEqual(
      new Set([`Sum ${rate.hours * 3_600}`]),
    );
    for (const { Metric } of stats) expect(filters.has(Metric.MetricName)).toBe(true);
    // CloudWatch evaluates no alarm over more than a week.
    expect(rate.hours * rate.windows).toBeLessThanOrEqual(7 * 24);
  });

  test('is raised at its rate, not below, and not for a few failures', () => {
    const budget = budgetOf(objective);
    const requests = 10_000_000;
    const at = (factor: number) =>
      burnRate(expression, { requests, failures: Math.round(requests * budget * factor), others: 0 });
    expect(at(rate.atLeast * 1.01)).toBeGreaterThanOrEqual(rate.atLeast);
    expect(at(rate.atLeast * 0.99)).toBeLessThan(rate.atLeast);
    expect(burnRate(expression, { requests: 10, failures: leastFailures - 1, others: 0 })).toBe(0);
    expect(burnRate(expression, { requests: 0, failures: 0, others: 0 })).toBe(0);
  });

  test('is also spent by requests of an unknown organization', () => {
    expect(burnRate(expression, { requests: 0, failures: 0, others: 100 })).toBeGreaterThanOrEqual(
      rate.atLeast,
    );
  });
});

/** Waits beyond their reservation are load. */
const failed = `(($.status = "5*") && (($.lambdaStatus != "429") || ($.resource != "/v1/scans/{scanId}/wait")))`;

test('the access log names the plan, by which its requests and failures are counted separately', () => {
  const [, stage] = ofType(Object.entries(stacks['api'] ?? {}), 'AWS::ApiGateway::Stage')[0] ?? [];
  expect(JSON.stringify(stage?.Properties['AccessLogSetting'])).toContain('$context.authorizer.plan');
  expect([...filters].filter(([name]) => /Team|Regulated|Unattributed/.test(name))).toEqual([
    ['UnattributedFailures', `{ ($.plan = "-") && ${failed} }`],
    ['TeamRequests', '{ $.plan = "Team" }'],
    ['TeamFailures', `{ ($.plan = "Team") && ${failed} }`],
    ['RegulatedRequests', '{ $.plan = "Regulated" }'],
    ['RegulatedFailures', `{ ($.plan = "Regulated") && ${failed} }`],
  ]);
});

test('requests that the gateway throttles for all callers together are counted and reported', () => {
  expect(filters.get('GatewayThrottled')).toBe('{ $.errorType = "THROTTLED" }');
  expect(alarms.get('scangate-api-throttled')).toMatchObject({
    MetricName: 'GatewayThrottled',
    Threshold: 100,
  });
});

test('the filters read the log group that the gateway writes', () => {
  const [, group] = ofType(Object.entries(stacks['api'] ?? {}), 'AWS::Logs::LogGroup')[0] ?? [];
  const read = ofType(objectivesStack, 'AWS::Logs::MetricFilter').map(
    ([, { Properties }]) => Properties['LogGroupName'],
  );
  expect(new Set(read)).toEqual(new Set([group?.Properties['LogGroupName']]));
});
