import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { App } from 'aws-cdk-lib/core';
import { assembleAuditorPack, planAuditorPack, writeAuditorPackSlice } from '#functions/workflow/index.ts';
import { alarmFactory, failedExecutions } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import { FunctionStack } from '../function-stack.ts';
import type { SharedResources } from '../iam-statements.ts';
import { releaseWorkflow } from '../deployments/live-workflow.ts';
import type { FunctionContext, ServiceFunction } from '../service-function.ts';
import { AuditorPackWorkflow } from './auditor-pack-workflow.ts';

/** The stack of what writes auditor packs. */
export class AuditorPackStack extends FunctionStack {
  /** The shared resources together with those of this stack. */
  readonly sharedResources: SharedResources;
  readonly stateMachine: StateMachine;

  constructor(app: App, context: FunctionContext, alarmTopic: ITopic) {
    const { settings, sharedResources } = context;
    super(app, context, {
      name: 'packs',
      description: 'Scangate: auditor packs.',
      functions: [planAuditorPack, writeAuditorPackSlice, assembleAuditorPack].map((spec) => ({ spec })),
    });
    const [plan, slice, assemble] = this.functions as [ServiceFunction, ServiceFunction, ServiceFunction];
    const workflow = new AuditorPackWorkflow(this, { plan, slice, assemble }, settings);
    this.stateMachine = workflow.stateMachine;
    this.sharedResources = {
      ...sharedResources,
      auditorPackWorkflowArn: this.stateMachine.stateMachineArn,
    };
    const createAlarm = alarmFactory(this, settings.deploymentName, alarmTopic);
    createFunctionAlarms(createAlarm, this.functions, this.functions);
    const failed = createAlarm({
      name: 'auditor-pack-workflow-failed',
      meaning: 'An auditor pack could not be written, and was not marked as failed.',
      metric: failedExecutions(this.stateMachine),
      atLeast: 1,
    });
    releaseWorkflow(this.stateMachine, [failed], settings);
  }
}
