import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { App } from 'aws-cdk-lib/core';
import { completeAdvisoryWatch, matchAdvisories, rejudgeUnits } from '#functions/workflow/index.ts';
import { alarmFactory, failedExecutions } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import { FunctionStack } from '../function-stack.ts';
import { releaseWorkflow } from '../deployments/live-workflow.ts';
import type { FunctionContext, ServiceFunction } from '../service-function.ts';
import { WatchWorkflow, type WatchTasks } from './watch-workflow.ts';

/** The stack of the watch of advisories: its workflow and functions. */
export class WatchStack extends FunctionStack {
  readonly stateMachine: StateMachine;

  constructor(app: App, context: FunctionContext, alarmTopic: ITopic) {
    const { settings, sharedResources } = context;
    super(app, context, {
      name: 'watch',
      description: 'Scangate: the watch of advisories.',
      functions: [matchAdvisories, rejudgeUnits, completeAdvisoryWatch].map((spec) => ({ spec })),
    });
    const [match, rejudge, complete] = this.functions as [ServiceFunction, ServiceFunction, ServiceFunction];
    const tasks: WatchTasks = { match, rejudge, complete };
    const workflow = new WatchWorkflow(this, { tasks, lists: sharedResources.dataBucket }, settings);
    this.stateMachine = workflow.stateMachine;
    const createAlarm = alarmFactory(this, settings.deploymentName, alarmTopic);
    createFunctionAlarms(createAlarm, this.functions, this.functions);
    const failed = createAlarm({
      name: 'watch-workflow-failed',
      meaning: 'Published advisories could not be matched with all units that use their packages.',
      metric: failedExecutions(this.stateMachine),
      atLeast: 1,
    });
    releaseWorkflow(this.stateMachine, [failed], settings);
  }
}
