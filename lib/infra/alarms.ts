import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  type IMetric,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { logicalName } from './service-function.ts';

interface AlarmSpec {
  /** Kebab-case; the heading in docs/runbook/alarms.md. */
  name: string;
  /** What happened, in a sentence. */
  meaning: string;
  metric: IMetric;
  /** Alarms from this value on. */
  atLeast?: number;
  /** Alarms below this value. */
  below?: number;
  /** Periods looked at, and how many of them must be bad. 1 and 1 unless said. */
  periods?: number;
  bad?: number;
  /** No data is an alarm too: for what must happen again and again. */
  silenceIsBad?: boolean;
}

export type CreateAlarm = (spec: AlarmSpec) => Alarm;

/** Makes alarms that tell the topic when they go off and when they are over, and name their page of the runbook. */
export const alarmFactory =
  (scope: Construct, deploymentName: string, topic: ITopic): CreateAlarm =>
  (spec) => {
    const threshold = spec.atLeast ?? spec.below;
    if (threshold === undefined) throw new Error(`${spec.name} has no threshold`);
    const alarm = new Alarm(scope, `${logicalName(spec.name)}Alarm`, {
      alarmName: `${deploymentName}-${spec.name}`,
      alarmDescription: `${spec.meaning} What to do: docs/runbook/alarms.md#${spec.name}`,
      metric: spec.metric,
      threshold,
      comparisonOperator:
        spec.atLeast === undefined
          ? ComparisonOperator.LESS_THAN_THRESHOLD
          : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: spec.periods ?? 1,
      datapointsToAlarm: spec.bad ?? spec.periods ?? 1,
      treatMissingData: spec.silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    const tell = { bind: () => ({ alarmActionArn: topic.topicArn }) };
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    return alarm;
  };

/** Of the metrics that the service counts itself; they have no dimensions. */
export const serviceNamespace = 'Scangate';

/** Counts the lines of a log that match, under a name of our own. */
export const countLogLines = (
  logGroup: LogGroup,
  metricName: string,
  filterPattern: IFilterPattern,
  period = Duration.minutes(5),
): Metric =>
  logGroup
    .addMetricFilter(metricName, { filterPattern, metricNamespace: serviceNamespace, metricName })
    .metric({ statistic: Stats.SUM, period });

/** An error that nobody foresaw. What may pass is named `Transient` and tried again. */
export const unexpectedError = FilterPattern.literal(
  '{ ($.level = "error") && (($.error NOT EXISTS) || ($.error != "Transient")) }',
);

/** CloudWatch takes ten metrics per alarm. */
const metricsPerAlarm = 10;

/** The sum of a few metrics, so that a class of things needs one alarm. */
export const sumOfMetrics = (metrics: readonly IMetric[], period = Duration.minutes(5)): MathExpression => {
  if (metrics.length > metricsPerAlarm) throw new Error(`an alarm takes ${metricsPerAlarm} metrics`);
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const terms = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, period });
};
