import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  Metric,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Duration, Lazy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { logicalName, metricNamespaceOf } from './service-function.ts';
import { readSettings } from './settings.ts';

interface AlarmSpec {
  /** Kebab-case; the heading in docs/runbook/alarms.md. */
  name: string;
  /** A sentence about what happened. */
  meaning: string;
  metric: IMetric;
  /** The alarm goes off at this value and above. */
  atLeast?: number;
  /** The alarm goes off below this value. */
  below?: number;
  /** The periods that are evaluated, and how many of them must be bad; 1 and 1 by default. */
  periods?: number;
  bad?: number;
  /** The alarm goes off without data, for what must happen regularly. */
  silenceIsBad?: boolean;
}

export type CreateAlarm = (spec: AlarmSpec) => Alarm;

/** Makes alarms that notify the topic when they go off and when they end, and that name their runbook section. */
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
    const notify = { bind: () => ({ alarmActionArn: topic.topicArn }) };
    alarm.addAlarmAction(notify);
    alarm.addOkAction(notify);
    return alarm;
  };

/** The namespace of the service's own metrics, which have no dimensions: two deployments must not count together. */
export const serviceNamespace = Lazy.uncachedString({
  produce: ({ scope }) => metricNamespaceOf(readSettings(scope.node).deploymentName),
});

/** A metric that functions emit, without dimensions. */
export const serviceMetric = (metricName: string, statistic: string, period = Duration.minutes(5)): Metric =>
  new Metric({ namespace: serviceNamespace, metricName, statistic, period });

/** Counts the matching lines of a log as a metric with this name. */
export const countLogLines = (
  logGroup: ILogGroup,
  metricName: string,
  filterPattern: IFilterPattern,
): Metric =>
  logGroup
    .addMetricFilter(metricName, { filterPattern, metricNamespace: serviceNamespace, metricName })
    .metric({ statistic: Stats.SUM, period: Duration.minutes(5) });

/** Unexpected errors in the logs of streaming functions, which are in several stacks. */
export const streamErrors = new Metric({
  namespace: serviceNamespace,
  metricName: 'StreamErrors',
  statistic: Stats.SUM,
  period: Duration.minutes(5),
});

/** Matches unexpected errors. Errors that may pass are named `Transient` and retried. */
export const unexpectedError = FilterPattern.literal(
  '{ ($.level = "error") && (($.error NOT EXISTS) || ($.error != "Transient")) }',
);

/** CloudWatch's limit for one alarm. */
const metricsPerAlarm = 10;

/** Sums a few metrics, so that they need one alarm. */
export const sumOfMetrics = (metrics: readonly IMetric[], period = Duration.minutes(5)): MathExpression => {
  if (metrics.length > metricsPerAlarm) throw new Error(`an alarm takes ${metricsPerAlarm} metrics`);
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const terms = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return new MathExpression({ expression: terms.join(' + '), usingMetrics, period });
};

/** Counts the executions of a workflow that failed or took too long. */
export const failedExecutions = (
  workflow: Pick<StateMachine, 'metricFailed' | 'metricTimedOut'>,
  period = Duration.minutes(5),
): MathExpression =>
  sumOfMetrics([workflow.metricFailed({ period }), workflow.metricTimedOut({ period })], period);
