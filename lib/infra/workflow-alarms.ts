import { MathExpression, Stats, type Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import { failedExecutions, serviceMetric, sumOfMetrics, type CreateAlarm } from './alarms.ts';
import { createFunctionAlarms } from './function-alarms.ts';
import type { ServiceFunction } from './service-function.ts';

const period = Duration.minutes(5);

interface Watched {
  stateMachine: StateMachine;
  recharges: StateMachine;
  deadLetters: IQueue;
  /** All functions of the stack. */
  functions: readonly ServiceFunction[];
  /** The functions that a workflow retries. */
  tasks: readonly ServiceFunction[];
  /** The functions that scans wait for. Throttles of the others show in `lambda-throttles`. */
  waitedFor: readonly ServiceFunction[];
}

interface WorkflowAlarms {
  scans: readonly Alarm[];
  recharges: readonly Alarm[];
  /** Those that stop the release of a task. */
  releases: readonly Alarm[];
}

/** A single scan may crash by what it scans, and a fetch by its size, so that neither is a reason to stop a release. */
const crashesInFiveMinutes = 5;

/** Fewer failures than this, or a smaller share, are the mistakes of single organizations and the faults of single hosts. */
const leastFailures = 20;
const failedShare = 0.5;

/** An execution succeeds whether its scan failed or not, so that the failures are compared with all that succeeded. */
const createFailureAlarm = (createAlarm: CreateAlarm, { stateMachine }: Watched): void => {
  const quarter = Duration.minutes(15);
  const [failed, ended] = ['FILL(failed, 0)', 'FILL(ended, 0)'];
  createAlarm({
    name: 'scans-failing',
    meaning: 'At least 20 scans failed within a quarter of an hour, and at least half of all that ended.',
    metric: new MathExpression({
      // An execution ends a moment after its failure was counted, which may be in the next period.
      expression: `IF(${failed} >= ${leastFailures}, ${failed} / IF(${ended} > ${failed}, ${ended}, ${failed}), 0)`,
      usingMetrics: {
        failed: serviceMetric('ScansFailed', Stats.SUM, quarter),
        ended: stateMachine.metricSucceeded({ period: quarter }),
      },
      period: quarter,
    }),
    atLeast: failedShare,
  });
};

/** @returns the alarms of each workflow, and those that stop the release of a task. */
export const createWorkflowAlarms = (createAlarm: CreateAlarm, watched: Watched): WorkflowAlarms => {
  const { functions, tasks, waitedFor, deadLetters } = watched;
  createFunctionAlarms(createAlarm, functions, tasks);
  const crashes = createAlarm({
    name: 'scans-crashed',
    meaning: 'Scans ended because a task of the workflow crashed.',
    metric: serviceMetric('ScansCrashed', Stats.SUM, period),
    atLeast: crashesInFiveMinutes,
  });
  createFailureAlarm(createAlarm, watched);
  createAlarm({
    name: 'workflow-throttles',
    meaning: 'Lambda throttles functions that scans wait for.',
    metric: sumOfMetrics(
      waitedFor.map((fn) => fn.lambda.metricThrottles({ period })),
      period,
    ),
    atLeast: 1,
    periods: 3,
    bad: 2,
  });
  createAlarm({
    name: 'dead-letters',
    meaning: 'The dead-letter queue has events that could not be handled.',
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: Stats.MAXIMUM }),
    atLeast: 1,
  });
  const ofWorkflows = createScanAlarms(createAlarm, watched);
  return {
    ...ofWorkflows,
    // An execution catches the errors of its tasks and succeeds, so that its own alarms do not show them.
    scans: [...ofWorkflows.scans, crashes],
    releases: [crashes],
  };
};

const createScanAlarms = (
  createAlarm: CreateAlarm,
  { stateMachine, recharges }: Watched,
): Omit<WorkflowAlarms, 'releases'> => {
  const rechargeFailed = createAlarm({
    name: 'recharge-workflow-failed',
    meaning: 'An automatic recharge could not be completed.',
    metric: failedExecutions(recharges),
    atLeast: 1,
  });
  const failed = createAlarm({
    name: 'scan-workflow-failed',
    meaning: 'An execution of the scan workflow failed, and its scan was ended without it.',
    metric: stateMachine.metricFailed({ period }),
    atLeast: 1,
  });
  createAlarm({
    name: 'verdicts-unsigned',
    meaning: 'Scans ended without a signature, which their first readers wait for.',
    metric: serviceMetric('VerdictsUnsigned', Stats.SUM),
    atLeast: 5,
    periods: 3,
    bad: 2,
  });
  const timedOut = createAlarm({
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
  return { scans: [failed, timedOut], recharges: [rechargeFailed] };
};
