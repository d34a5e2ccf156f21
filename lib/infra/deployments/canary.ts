import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alarm, MathExpression, Metric, Stats, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { serviceMetric, streamErrors, type CreateAlarm } from '../alarms.ts';
import { functionNameOf, liveAlias, type ServiceFunction } from '../service-function.ts';
import type { Settings } from '../settings.ts';

/**
 * The metrics of the gateway's access log that tell whether functions fail: answers 500, answers that never came, and
 * requests that were refused because the authorizer failed.
 */
export const failureMetrics = {
  unexpected: 'UnexpectedErrors',
  unanswered: 'UnansweredRequests',
  unauthorized: 'AuthorizerErrors',
} as const;

/** The function that callers wait for: it fails after status 200, where the gateway sees nothing. */
export const waiter = 'wait-scan';

/** A function that is late or throttled once is no reason to roll back. */
const unansweredInFiveMinutes = 5;

const releaseAlarm = 'release-errors';
const releaseAlarmName = ({ deploymentName }: Settings): string => `${deploymentName}-${releaseAlarm}`;

/** Makes the alarm that rolls releases back. It knows metrics by their names, so that it exists before every function. */
export const createReleaseAlarm = (createAlarm: CreateAlarm, { deploymentName }: Settings): Alarm => {
  const period = Duration.minutes(5);
  const counted = (name: string) => serviceMetric(name, 'Sum', period);
  const { unexpected, unanswered, unauthorized } = failureMetrics;
  const brokenWaits = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: { FunctionName: functionNameOf(deploymentName, waiter) },
    statistic: Stats.SUM,
    period,
  });
  const silent = 'FILL(unanswered, 0) + FILL(unauthorized, 0)';
  return createAlarm({
    name: releaseAlarm,
    meaning:
      'Endpoints answer 500 or not at all, the authorizer fails or waits break off, so a release that goes on is rolled back.',
    metric: new MathExpression({
      expression: `FILL(unexpected, 0) + FILL(streams, 0) + FILL(waits, 0) + IF(${silent} >= ${unansweredInFiveMinutes}, ${silent}, 0)`,
      usingMetrics: {
        unexpected: counted(unexpected),
        streams: streamErrors,
        waits: brokenWaits,
        unanswered: counted(unanswered),
        unauthorized: counted(unauthorized),
      },
      period,
    }),
    atLeast: 1,
  });
};

/** The alarm of releases, for the stacks after the first. */
export const releaseAlarmOf = (scope: Construct, settings: Settings): IAlarm =>
  Alarm.fromAlarmName(scope, 'ReleaseAlarm', releaseAlarmName(settings));

/** CodeDeploy's role in a stack: it moves the aliases of these functions, and reads their alarms. */
const releaseRole = (
  scope: Construct,
  functions: readonly ServiceFunction[],
  alarms: readonly IAlarm[],
): IRole => {
  const arns = functions.map(({ lambda }) => lambda.functionArn);
  return new Role(scope, 'Role', {
    description: 'CodeDeploy moves the aliases of functions.',
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      releases: new PolicyDocument({
        statements: [
          new PolicyStatement({ actions: ['lambda:GetAlias', 'lambda:UpdateAlias'], resources: arns }),
          new PolicyStatement({
            actions: ['lambda:GetProvisionedConcurrencyConfig'],
            resources: arns.map((arn) => `${arn}:${liveAlias}`),
          }),
          new PolicyStatement({
            actions: ['cloudwatch:DescribeAlarms'],
            resources: alarms.map(({ alarmArn }) => alarmArn),
          }),
        ],
      }),
    },
  }).withoutPolicyUpdates();
};

/** The alarms that stop the releases of functions: those of all of them, and of each its own. */
interface ReleaseAlarms {
  all: readonly IAlarm[];
  own?: ReadonlyMap<ServiceFunction, IAlarm>;
}

/**
 * Moves a tenth of the requests of each function to its new version, and the rest five minutes later, or all of them
 * back when an alarm goes off (docs/adr/0110-releases.md). A deployment group moves one alias at a time, so each function
 * has its own; application, role and alarms are those of the stack. No alarm may depend on an alias of these functions.
 */
export class CanaryReleases extends Construct {
  readonly groups: readonly LambdaDeploymentGroup[];

  constructor(scope: Construct, functions: readonly ServiceFunction[], { all, own }: ReleaseAlarms) {
    super(scope, 'Releases');
    const application = new LambdaApplication(this, 'Application');
    const role = releaseRole(this, functions, [...all, ...(own?.values() ?? [])]);
    this.groups = functions.map(
      (fn) =>
        new LambdaDeploymentGroup(this, fn.name, {
          application,
          role,
          alias: fn.live,
          deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
          alarms: [...all, ...[own?.get(fn) ?? []].flat()],
          autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        }),
    );
  }
}
