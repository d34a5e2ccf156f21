import { MathExpression, Metric, Stats, type Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import type { CreateAlarm } from '../alarms.ts';
import { liveAlias, type ServiceFunction } from '../service-function.ts';

const period = Duration.minutes(5);

/** One failure of a task may be due to what it scans. Two of the few executions of a new version, and half of all, are due to the version. */
const leastFailures = 2;
const failedShare = 0.5;

/**
 * Makes the alarm that stops the release of a task by the executions of its new version alone. Of 20 scans in five minutes a tenth are
 * enough, where the number of crashes needs 50. Lambda counts by version while an alias has two.
 */
export const createVersionAlarm = (createAlarm: CreateAlarm, { name, lambda }: ServiceFunction): Alarm => {
  const counted = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: {
        FunctionName: lambda.functionName,
        Resource: `${lambda.functionName}:${liveAlias}`,
        ExecutedVersion: lambda.currentVersion.version,
      },
      statistic: Stats.SUM,
      period,
    });
  const [failed, run] = ['FILL(failed, 0)', 'FILL(run, 0)'];
  return createAlarm({
    name: `${name}-release`,
    meaning: `At least half of the executions of the newest version of ${name} failed, so a release that goes on is rolled back.`,
    metric: new MathExpression({
      expression: `IF(${failed} >= ${leastFailures}, ${failed} / IF(${run} > ${failed}, ${run}, ${failed}), 0)`,
      usingMetrics: { failed: counted('Errors'), run: counted('Invocations') },
      period,
    }),
    atLeast: failedShare,
  });
};
