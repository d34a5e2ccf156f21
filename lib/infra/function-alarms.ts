import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { countLogLines, sumOfMetrics, unexpectedError, type CreateAlarm } from './alarms.ts';
import { logicalName, type ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);

const unexpectedIn = (fn: ServiceFunction): Metric =>
  countLogLines(fn.logGroup, `${logicalName(fn.name)}Errors`, unexpectedError);

/** Single failures of a retried task, such as an unreachable git host, set off no alarm. */
const seriousErrors = (fn: ServiceFunction): MathExpression =>
  new MathExpression({
    expression: 'FILL(unexpected, 0) + IF(FILL(failed, 0) >= 10, FILL(failed, 0), 0)',
    usingMetrics: { unexpected: unexpectedIn(fn), failed: fn.lambda.metricErrors({ period }) },
    period,
  });

/** Makes an alarm for each function that no caller waits for. `retried` are those that a workflow invokes again. */
export const createFunctionAlarms = (
  createAlarm: CreateAlarm,
  functions: readonly ServiceFunction[],
  retried: readonly ServiceFunction[] = [],
): void => {
  for (const fn of functions) {
    const isRetried = retried.includes(fn);
    createAlarm({
      name: `${fn.name}-errors`,
      meaning: isRetried
        ? `The task ${fn.name} met an unexpected error, or failed ten times within five minutes.`
        : `The function ${fn.name} met an unexpected error, crashed or ran out of time.`,
      metric: isRetried
        ? seriousErrors(fn)
        : sumOfMetrics([fn.lambda.metricErrors({ period }), unexpectedIn(fn)], period),
      atLeast: 1,
    });
  }
};
