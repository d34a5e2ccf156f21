import { describe, expect, test } from 'vitest';
import { ofType, synthesize } from './synthesized.ts';

interface AlarmMetric {
  Id: string;
  Expression?: string;
  MetricStat?: { Period: number; Stat: string; Metric: { MetricName: string } };
}

const alarm = ofType(Object.entries(synthesize().stacks.workflow), 'AWS::CloudWatch::Alarm').find(
  ([, { Properties }]) => Properties['AlarmName'] === 'scangate-scans-failing',
)?.[1].Properties;
const metrics = (alarm?.['Metrics'] ?? []) as AlarmMetric[];

/** Computes the expression of the alarm from its counts, as CloudWatch does. */
const failedShare = (failed: number, ended: number): number => {
  const expression = metrics.find((metric) => metric.Expression !== undefined)?.Expression ?? '';
  const numbers = expression
    .replaceAll('FILL(failed, 0)', String(failed))
    .replaceAll('FILL(ended, 0)', String(ended));
  const [, ...parts] =
    /^IF\((\d+) >= (\d+), (\d+) \/ IF\((\d+) > (\d+), (\d+), (\d+)\), 0\)$/.exec(numbers) ?? [];
  const [counted = NaN, least = NaN, top = NaN, more = NaN, less = NaN, then = NaN, otherwise = NaN] =
    parts.map(Number);
  return counted >= least ? top / (more > less ? then : otherwise) : 0;
};

describe('the alarm of failing scans', () => {
  test('compares the failures of a quarter of an hour with the executions that ended in it', () => {
    const counted = metrics.flatMap(({ Id, MetricStat }) =>
      MetricStat ? [[Id, MetricStat.Metric.MetricName, MetricStat.Stat, MetricStat.Period]] : [],
    );
    expect(counted.toSorted()).toEqual([
      ['ended', 'ExecutionsSucceeded', 'Sum', 900],
      ['failed', 'ScansFailed', 'Sum', 900],
    ]);
    expect(alarm).toMatchObject({ ComparisonOperator: 'GreaterThanOrEqualToThreshold', Threshold: 0.5 });
  });

  test.each([
    ['a few scans fail, and no other ends', 19, 19, false],
    ['many fail among more that do not', 20, 41, false],
    ['half of many fail', 20, 40, true],
    ['all fail, whose executions have yet to end', 30, 0, true],
    ['none fails', 0, 0, false],
  ])('when %s', (_, failed, ended, isRaised) => {
    expect(failedShare(failed, ended) >= Number(alarm?.['Threshold'])).toBe(isRaised);
  });
});
