import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { App } from 'aws-cdk-lib/core';
import { endHistory, planHistory, readHistory, workOnHistory } from '#functions/workflow/index.ts';
import { alarmFactory, failedExecutions } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import { FunctionStack } from '../function-stack.ts';
import type { SharedResources } from '../iam-statements.ts';
import { releaseWorkflow } from '../deployments/live-workflow.ts';
import { ServiceFunction, type FunctionContext } from '../service-function.ts';
import { HistoryWorkflow } from './history-workflow.ts';

/** The stack of history scans. */
export class HistoryStack extends FunctionStack {
  /** The shared resources together with those of this stack. */
  readonly sharedResources: SharedResources;
  readonly stateMachine: StateMachine;

  constructor(app: App, context: FunctionContext, alarmTopic: ITopic) {
    const { settings, sharedResources } = context;
    super(app, context, {
      name: 'history',
      description: 'Scangate: history scans.',
      functions: [{ spec: readHistory }],
    });
    const [read] = this.functions as [ServiceFunction];
    const shared = { ...sharedResources, readHistoryArn: read.liveArn };
    const own = { ...context, sharedResources: shared };
    const plan = new ServiceFunction(this, planHistory, own);
    const work = new ServiceFunction(this, workOnHistory, own);
    const end = new ServiceFunction(this, endHistory, own);
    const workflow = new HistoryWorkflow(this, { plan, work, end }, settings);
    this.stateMachine = workflow.stateMachine;
    this.sharedResources = { ...shared, historyWorkflowArn: this.stateMachine.stateMachineArn };
    const createAlarm = alarmFactory(this, settings.deploymentName, alarmTopic);
    const functions = [read, plan, work, end];
    createFunctionAlarms(createAlarm, functions, functions);
    const failed = createAlarm({
      name: 'history-scan-workflow-failed',
      meaning: 'A history scan could not be ended; the sweep goes on with it, or ends it.',
      metric: failedExecutions(this.stateMachine),
      atLeast: 1,
    });
    releaseWorkflow(this.stateMachine, [failed], settings);
  }
}
