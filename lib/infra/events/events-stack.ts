import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration, type App } from 'aws-cdk-lib/core';
import { eventFunctions, sweepEvents } from '#functions/events/index.ts';
import { alarmFactory, serviceMetric, type CreateAlarm } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import { FunctionStack } from '../function-stack.ts';
import type { FunctionContext, ServiceFunction } from '../service-function.ts';

const createAlarms = (createAlarm: CreateAlarm, stack: FunctionStack, sweeping: ServiceFunction): void => {
  createFunctionAlarms(createAlarm, stack.functions);
  createAlarm({
    name: 'sweep-events-silent',
    meaning: 'The sweep of events does not run, so lost invocations and retries are not made up for.',
    metric: sweeping.lambda.metricInvocations({ period: Duration.minutes(5) }),
    below: 1,
    periods: 2,
    silenceIsBad: true,
  });
  createAlarm({
    name: 'events-late',
    meaning: 'Events wait for their fan-out for ten minutes or longer.',
    metric: serviceMetric('OldestEventMinutes', Stats.MAXIMUM),
    atLeast: 10,
  });
};

/** Makes the stack of the functions between an event and its subscribers (docs/adr/0080-outbox.md). */
export const createEventsStack = (app: App, context: FunctionContext, alarmTopic: ITopic): FunctionStack => {
  const stack = new FunctionStack(app, context, {
    name: 'events',
    description: 'Scangate: the deliveries of events.',
    // The sweep finds what a failed invocation left, so there are no retries.
    functions: eventFunctions.map((spec) => ({ spec, options: { asyncRetries: 0 } })),
  });
  const [, delivering, sweeping] = stack.functions as [ServiceFunction, ServiceFunction, ServiceFunction];
  // A run leaves what is left after its time to another one; Lambda would end the chain after 16 of them.
  const { defaultChild } = delivering.lambda.node;
  if (defaultChild instanceof CfnFunction) defaultChild.recursiveLoop = 'Allow';
  const rule = new Rule(stack, 'SweepEventsSchedule', {
    description: sweepEvents.summary,
    schedule: Schedule.rate(Duration.minutes(sweepEvents.everyMinutes)),
  });
  const event = RuleTargetInput.fromObject({});
  rule.addTarget(new LambdaTarget(sweeping.live, { retryAttempts: 0, event }));
  createAlarms(alarmFactory(stack, context.settings.deploymentName, alarmTopic), stack, sweeping);
  return stack;
};
