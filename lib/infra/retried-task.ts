import { PolicyDocument, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import { JitterType, Timeout, type TaskStateBase } from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { tracingStatements, type ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

/** Errors that may pass: the service's own name for them, and Lambda's names for being busy or failing. */
const transientErrors = [
  'Transient',
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
];
/** A task that timed out by the workflow's, Lambda's or its own clock is retried once. */
export const timeoutErrors = ['States.Timeout', 'Sandbox.Timedout', 'TimeoutError'];

/** Makes the role of a workflow, which may invoke its own functions only. */
export const workflowRole = (
  scope: Construct,
  functions: readonly ServiceFunction[],
  settings: Settings,
): IRole =>
  new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    inlinePolicies: {
      tasks: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: functions.map((fn) => fn.live.functionArn),
          }),
          ...tracingStatements(settings, true),
        ],
      }),
    },
  }).withoutPolicyUpdates();

/** Makes a task that is retried with jitter, so that it outlasts a failure of about a minute. */
export const retriedTask = (
  scope: Construct,
  id: string,
  { fn, resultPath }: { fn: ServiceFunction; resultPath?: string },
): TaskStateBase => {
  const limit = fn.lambda.timeout ?? Duration.seconds(3);
  const task = new LambdaInvoke(scope, id, {
    lambdaFunction: fn.live,
    payloadResponseOnly: true,
    ...(resultPath !== undefined && { resultPath }),
    retryOnServiceExceptions: false,
    taskTimeout: Timeout.duration(limit.plus(Duration.seconds(15))),
  });
  task.addRetry({
    errors: transientErrors,
    interval: Duration.seconds(2),
    backoffRate: 2,
    maxAttempts: 6,
    maxDelay: Duration.seconds(60),
    jitterStrategy: JitterType.FULL,
  });
  task.addRetry({
    errors: timeoutErrors,
    interval: Duration.seconds(5),
    maxAttempts: 1,
    jitterStrategy: JitterType.FULL,
  });
  return task;
};
