import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration, type App } from 'aws-cdk-lib/core';
import { jobs } from '#functions/jobs/index.ts';
import type { FunctionSpec } from '#contract/function.ts';
import { alarmFactory } from '../alarms.ts';
import { FunctionStack } from '../function-stack.ts';
import { logicalName, type FunctionContext, type ServiceFunction } from '../service-function.ts';
import { createJobAlarms } from './job-alarms.ts';

/** Makes the stack of the functions that run on a schedule. */
export const createJobStack = (app: App, context: FunctionContext, alarmTopic: ITopic): FunctionStack => {
  const stack = new FunctionStack(app, context, {
    name: 'jobs',
    description: 'Scangate: the jobs and their schedules.',
    // The next run does what a failed one left, so there are no retries.
    functions: jobs.map((spec) => ({ spec, options: { asyncRetries: 0 } })),
  });
  const byName = new Map(stack.functions.map((fn) => [fn.name, fn]));
  for (const job of jobs) schedule(stack, job, byName.get(job.name));
  createJobAlarms(alarmFactory(stack, context.settings.deploymentName, alarmTopic), stack.functions);
  return stack;
};

const schedule = (
  stack: FunctionStack,
  { name, summary, everyMinutes }: FunctionSpec,
  fn: ServiceFunction | undefined,
): void => {
  if (!everyMinutes || !fn) throw new Error(`${name} has no schedule`);
  const rule = new Rule(stack, `${logicalName(name)}Schedule`, {
    description: summary,
    schedule: Schedule.rate(Duration.minutes(everyMinutes)),
  });
  rule.addTarget(new LambdaTarget(fn.live, { retryAttempts: 0, event: RuleTargetInput.fromObject({}) }));
};
