import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Choice, Condition, DefinitionBody, StateMachine, Succeed } from 'aws-cdk-lib/aws-stepfunctions';
import { Aws, Duration, Stack, type App } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { eraseOrganization, writeExport } from '#functions/workflow/index.ts';
import { alarmFactory, failedExecutions } from '../alarms.ts';
import { createFunctionAlarms } from '../function-alarms.ts';
import type { SharedResources } from '../iam-statements.ts';
import { releaseWorkflow } from '../deployments/live-workflow.ts';
import { ServiceFunction, type FunctionContext } from '../service-function.ts';
import type { Settings } from '../settings.ts';
import { retriedTask, workflowRole } from '../retried-task.ts';
import { EraserRole } from './eraser-role.ts';

/** Repeats one function until it reports that everything is done. */
class RepeatedTask extends Construct {
  readonly stateMachine: StateMachine;

  constructor(
    scope: Construct,
    id: string,
    {
      fn,
      name,
      comment,
      settings,
    }: { fn: ServiceFunction; name: string; comment: string; settings: Settings },
  ) {
    super(scope, id);
    const working = retriedTask(this, `${id}Step`, { fn });
    const asking = new Choice(this, `${id}Complete`)
      .when(Condition.booleanEquals('$.done', false), working)
      .otherwise(new Succeed(this, `${id}Done`));
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: `${settings.deploymentName}-${name}`,
      definitionBody: DefinitionBody.fromChainable(working.next(asking)),
      timeout: Duration.hours(24),
      tracingEnabled: settings.tracing,
      role: workflowRole(this, [fn], settings),
      comment,
    });
  }
}

/** The stack for organizations that export their data, or leave. */
export class OffboardingStack extends Stack {
  /** The shared resources together with those of this stack. */
  readonly sharedResources: SharedResources;
  readonly workflows: readonly StateMachine[];
  readonly eraser: EraserRole;

  constructor(app: App, context: FunctionContext, alarmTopic: ITopic) {
    const { settings, sharedResources } = context;
    const { deploymentName } = settings;
    super(app, `${deploymentName}-offboarding`, { description: 'Scangate: exports and erasures.' });
    // IAM's names are those of the account in all regions.
    const roleName = `${deploymentName}-eraser-${Aws.REGION}`;
    const eraserRoleArn = `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/${roleName}`;
    const shared = { ...sharedResources, eraserRoleArn };
    const erasing = new ServiceFunction(this, eraseOrganization, { ...context, sharedResources: shared });
    const exporting = new ServiceFunction(this, writeExport, context);
    this.eraser = new EraserRole(this, {
      name: roleName,
      starter: erasing.lambda.role?.roleArn ?? '',
      shared,
    });
    const erasure = new RepeatedTask(this, 'Erasure', {
      fn: erasing,
      name: 'erasure',
      comment: 'Erases a closed organization.',
      settings,
    });
    const exports = new RepeatedTask(this, 'Export', {
      fn: exporting,
      name: 'export',
      comment: 'Writes the export of an organization, part by part.',
      settings,
    });
    this.workflows = [erasure.stateMachine, exports.stateMachine];
    this.sharedResources = {
      ...shared,
      erasureWorkflowArn: erasure.stateMachine.stateMachineArn,
      exportWorkflowArn: exports.stateMachine.stateMachineArn,
    };
    const createAlarm = alarmFactory(this, deploymentName, alarmTopic);
    createFunctionAlarms(createAlarm, [erasing, exporting], [erasing, exporting]);
    for (const [name, { stateMachine }] of Object.entries({ erasure, export: exports })) {
      const failed = createAlarm({
        name: `${name}-workflow-failed`,
        meaning:
          name === 'erasure'
            ? 'An organization could not be erased; the job starts it again on the next day.'
            : 'An export could not be written.',
        metric: failedExecutions(stateMachine),
        atLeast: 1,
      });
      releaseWorkflow(stateMachine, [failed], settings);
    }
  }
}
