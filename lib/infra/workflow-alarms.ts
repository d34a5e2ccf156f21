import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import {
  countLogLines,
  serviceNamespace,
  sumOfMetrics,
  unexpectedError,
  type CreateAlarm,
} from './alarms.ts';
import { logicalName, type ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);

/** A metric that the functions emit, without dimensions. */
const serviceMetric = (metricName: string, statistic: string, metricPeriod = period) =>
  new Metric({ namespace: serviceNamespace, metricName, statistic, period: metricPeriod });

interface Watched {
  stateMachine: StateMachine;
  recharges: StateMachine;
  deadLetters: IQueue;
  /** All functions of the stack. */
  functions: readonly ServiceFunction[];
  /** Those of them that the workflow retries. */
  tasks: readonly ServiceFunction[];
  /** Those of them that scans wait for. Throttles of the others show in `lambda-throttles`. */
  waitedFor: readonly ServiceFunction[];
}

const unexpectedIn = (fn: ServiceFunction): Metric =>
  countLogLines(fn.logGroup, `${logicalName(fn.name)}Errors`, unexpectedError);

/** Single failures of a retried task, such as an unreachable git host, set off no alarm. */
const seriousErrors = (fn: ServiceFunction): MathExpression =>
  new MathExpression({
    expression: 'FILL(unexpected, 0) + IF(FILL(failed, 0) >= 10, FILL(failed, 0), 0)',
    usingMetrics: { unexpected: unexpectedIn(fn), failed: fn.lambda.metricErrors({ period }) },
    period,
  });

export const createWorkflowAlarms = (createAlarm: CreateAlarm, watched: Watched): void => {
  for (const fn of watched.functions) {
    const retried = watched.tasks.includes(fn);
    createAlarm({
      name: `${fn.name}-errors`,
      meaning: retried
        ? `The task ${fn.name} met an unexpected error, or failed ten times within five minutes.`
        : `The function ${fn.name} met an unexpected error, crashed or ran out of time.`,
      metric: retried
        ? seriousErrors(fn)
        : sumOfMetrics([fn.lambda.metricErrors({ period }), unexpectedIn(fn)], period),
      atLeast: 1,
    });
  }
  createAlarm({
    name: 'workflow-throttles',
    meaning: 'Lambda throttles functions that scans wait for.',
    metric: sumOfMetrics(
      watched.waitedFor.map((fn) => fn.lambda.metricThrottles({ period })),
      period,
    ),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
  createScanAlarms(createAlarm, watched);
  createSafetyNetAlarms(createAlarm, watched);
};

const createScanAlarms = (createAlarm: CreateAlarm, { stateMachine, recharges }: Watched): void => {
  createAlarm({
    name: 'recharge-workflow-failed',
    meaning: 'An automatic recharge could not be completed.',
    metric: sumOfMetrics([recharges.metricFailed({ period }), recharges.metricTimedOut({ period })], period),
    atLeast: 1,
  });
  createAlarm({
    name: 'scan-workflow-failed',
    meaning: 'An execution of the scan workflow failed, and its scan was ended without it.',
    metric: stateMachine.metricFailed({ period }),
    atLeast: 1,
  });
  createAlarm({
    name: 'scan-workflow-timed-out',
    meaning: 'An execution of the scan workflow timed out.',
    metric: stateMachine.metricTimedOut({ period }),
    atLeast: 1,
  });
  createAlarm({
    name: 'scan-workflow-throttled',
    meaning: 'Step Functions delays the scan workflow.',
    metric: stateMachine.metricThrottled({ period }),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
};

const createSafetyNetAlarms = (createAlarm: CreateAlarm, { deadLetters, functions }: Watched): void => {
  createAlarm({
    name: 'sweep-ended-scans',
    meaning: 'The sweep found overdue scans and ended them, which the workflow should have done.',
    metric: serviceMetric('ScansEndedBySweep', Stats.SUM),
    atLeast: 1,
  });
  const sweep = functions.find(({ name }) => name === 'sweep-scans');
  if (sweep) {
    createAlarm({
      name: 'sweep-silent',
      meaning: 'The sweep does not run, so lost scans are not found.',
      metric: sweep.lambda.metricInvocations({ period: Duration.minutes(15) }),
      below: 1,
      periods: 2,
      silenceIsBad: true,
    });
  }
  createAlarm({
    name: 'advisories-stale',
    meaning: 'The advisory snapshot is more than a day old, or its age is unknown.',
    metric: serviceMetric('AdvisorySnapshotAgeHours', Stats.MAXIMUM, Duration.hours(6)),
    atLeast: 24,
    periods: 2,
    silenceIsBad: true,
  });
  createAlarm({
    name: 'ledger-drift',
    meaning: 'The balance of a pool is not the sum of its ledger entries.',
    metric: serviceMetric('LedgerDrift', Stats.SUM),
    atLeast: 1,
  });
  createAlarm({
    name: 'payment-differences',
    meaning: 'An account and Stripe differ for an hour or longer.',
    metric: serviceMetric('AccountsDifferingForAnHour', Stats.MAXIMUM),
    atLeast: 1,
  });
  createAlarm({
    name: 'dead-letters',
    meaning: 'The dead-letter queue has events that could not be handled.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
    atLeast: 1,
  });
};
