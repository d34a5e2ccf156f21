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

/** What the functions count themselves, without dimensions. */
const counted = (metricName: string, statistic: string, over = period) =>
  new Metric({ namespace: serviceNamespace, metricName, statistic, period: over });

interface Watched {
  stateMachine: StateMachine;
  recharges: StateMachine;
  deadLetters: IQueue;
  /** All functions of the stack. */
  functions: readonly ServiceFunction[];
  /** Those of them that the workflow tries again. */
  tasks: readonly ServiceFunction[];
  /** Those of them that scans wait for. Any other that is throttled shows in `lambda-throttles`, and runs again. */
  waitedFor: readonly ServiceFunction[];
}

const unexpectedIn = (fn: ServiceFunction): Metric =>
  countLogLines(fn.logGroup, `${logicalName(fn.name)}Errors`, unexpectedError, period);

/** A task that fails because a git host is down is tried again: single failures of that kind wake nobody. */
const seriousErrors = (fn: ServiceFunction): MathExpression =>
  new MathExpression({
    expression: 'FILL(unexpected, 0) + IF(FILL(failed, 0) >= 10, FILL(failed, 0), 0)',
    usingMetrics: { unexpected: unexpectedIn(fn), failed: fn.lambda.metricErrors({ period }) },
    period,
  });

export const createWorkflowAlarms = (raise: CreateAlarm, watched: Watched): void => {
  for (const fn of watched.functions) {
    const retried = watched.tasks.includes(fn);
    raise({
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
  raise({
    name: 'workflow-throttles',
    meaning: 'Lambda turns invocations of what scans wait for away.',
    metric: sumOfMetrics(
      watched.waitedFor.map((fn) => fn.lambda.metricThrottles({ period })),
      period,
    ),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
  raiseScanAlarms(raise, watched);
  raiseSafetyNetAlarms(raise, watched);
};

const raiseScanAlarms = (raise: CreateAlarm, { stateMachine, recharges }: Watched): void => {
  raise({
    name: 'recharge-workflow-failed',
    meaning: 'A charge by itself could not be brought to an end.',
    metric: sumOfMetrics([recharges.metricFailed({ period }), recharges.metricTimedOut({ period })], period),
    atLeast: 1,
  });
  raise({
    name: 'scan-workflow-failed',
    meaning: 'An execution of the scan workflow failed: its scan was ended from outside.',
    metric: stateMachine.metricFailed({ period }),
    atLeast: 1,
  });
  raise({
    name: 'scan-workflow-timed-out',
    meaning: 'An execution of the scan workflow took longer than it may.',
    metric: stateMachine.metricTimedOut({ period }),
    atLeast: 1,
  });
  raise({
    name: 'scan-workflow-throttled',
    meaning: 'Step Functions delays the scan workflow.',
    metric: stateMachine.metricThrottled({ period }),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
};

const raiseSafetyNetAlarms = (raise: CreateAlarm, { deadLetters, functions }: Watched): void => {
  raise({
    name: 'sweep-ended-scans',
    meaning: 'The sweep found overdue scans and ended them: something before it did not.',
    metric: counted('ScansEndedBySweep', Stats.SUM),
    atLeast: 1,
  });
  const sweep = functions.find(({ name }) => name === 'sweep-scans');
  if (sweep) {
    raise({
      name: 'sweep-silent',
      meaning: 'The sweep does not run, so nobody finds the scans that others lose.',
      metric: sweep.lambda.metricInvocations({ period: Duration.minutes(15) }),
      below: 1,
      periods: 2,
      silenceIsBad: true,
    });
  }
  raise({
    name: 'advisories-stale',
    meaning: 'The advisory snapshot is more than a day old, or its age is unknown.',
    metric: counted('AdvisorySnapshotAgeHours', Stats.MAXIMUM, Duration.hours(6)),
    atLeast: 24,
    periods: 2,
    silenceIsBad: true,
  });
  raise({
    name: 'ledger-drift',
    meaning: 'The balance of a pool is not the sum of its ledger entries.',
    metric: counted('LedgerDrift', Stats.SUM),
    atLeast: 1,
  });
  raise({
    name: 'dead-letters',
    meaning: 'Events lie in the dead-letter queue that nobody could handle.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
    atLeast: 1,
  });
};
