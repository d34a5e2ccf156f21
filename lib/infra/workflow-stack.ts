import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack, type App } from 'aws-cdk-lib/core';
import {
  checkArtifact,
  askGitHost,
  compareBase,
  fetchSmallSource,
  fetchSource,
  finishScan,
  trackDefaultBranch,
  onExecutionEnded,
  prepareBase,
  prepareScan,
  rechargePool,
  scanSmallUnits,
  scanUnit,
  tryRules,
} from '#functions/workflow/index.ts';
import { artifactChecksOf } from './account-concurrency.ts';
import { alarmFactory, type CreateAlarm } from './alarms.ts';
import type { SharedResources } from './iam-statements.ts';
import { RechargeWorkflow } from './recharge-workflow.ts';
import { createVersionAlarm } from './deployments/version-alarms.ts';
import { CanaryReleases } from './deployments/canary.ts';
import { releaseWorkflow } from './deployments/live-workflow.ts';
import { ScanWorkflow, type ScanTasks } from './scan-workflow.ts';
import { ServiceFunction, type FunctionContext } from './service-function.ts';
import type { Settings } from './settings.ts';
import { createWorkflowAlarms } from './workflow-alarms.ts';

/** Returns the functions that the task of small scans invokes. */
const invokedTasks = ({
  scanSmallUnits: small,
  compareBase: compare,
  follow,
}: Pick<ScanTasks, 'scanSmallUnits' | 'compareBase' | 'follow'>) => ({
  scanSmallUnitsArn: small.liveArn,
  compareBaseArn: compare.liveArn,
  trackDefaultBranchArn: follow.liveArn,
});

/** The stack of the workflows, their functions, and the end of failed executions. */
export class WorkflowStack extends Stack {
  /** The shared resources together with those of this stack. */
  readonly sharedResources: SharedResources;
  readonly stateMachine: StateMachine;
  readonly recharges: StateMachine;
  readonly deadLetters = this.deadLetterQueue();
  /** Moves executions of tasks to new versions; undefined where they move at once. */
  readonly releases: CanaryReleases | undefined;

  constructor(app: App, context: FunctionContext, alarmTopic: ITopic) {
    const { settings } = context;
    super(app, `${settings.deploymentName}-workflow`, {
      description: 'Scangate: the workflows and their functions.',
    });
    const { deadLetters } = this;
    const recharging = new ServiceFunction(this, rechargePool, context);
    this.recharges = new RechargeWorkflow(this, recharging, settings).stateMachine;
    const fetching = new ServiceFunction(this, fetchSource, context);
    const fetchingSmall = new ServiceFunction(this, fetchSmallSource, context);
    const asking = new ServiceFunction(this, askGitHost, context);
    const shared = {
      ...context.sharedResources,
      rechargeWorkflowArn: this.recharges.stateMachineArn,
      fetchSourceArns: { any: fetching.liveArn, small: fetchingSmall.liveArn },
      checkSourceArn: asking.liveArn,
    };
    const taskContext: FunctionContext = { ...context, sharedResources: shared };
    const tasks = this.scanTasks(taskContext);
    const workflow = new ScanWorkflow(this, tasks, settings);
    this.stateMachine = workflow.stateMachine;
    const check = this.artifactCheck(taskContext);
    const trying = new ServiceFunction(this, tryRules, context);
    this.sharedResources = {
      ...shared,
      scanWorkflow: { arn: workflow.stateMachine.stateMachineArn, executionsArn: workflow.executionsArn },
      checkArtifactArn: check.liveArn,
      tryRulesArn: trying.liveArn,
      scanTasks: invokedTasks(tasks),
    };
    const fullContext: FunctionContext = { ...context, sharedResources: this.sharedResources };
    const ended = new ServiceFunction(this, onExecutionEnded, { ...fullContext, deadLetters });
    this.onExecutionFailed(workflow, ended, deadLetters);
    const others = [check, asking, ended];
    const { follow, ...awaited } = tasks;
    const ofScans = [...Object.values(awaited), follow];
    const retried = [...ofScans, recharging, fetching, fetchingSmall];
    const createAlarm = alarmFactory(this, settings.deploymentName, alarmTopic);
    const alarms = createWorkflowAlarms(createAlarm, {
      stateMachine: workflow.stateMachine,
      deadLetters,
      recharges: this.recharges,
      tasks: retried,
      waitedFor: [...Object.values(awaited), fetching, ...others],
      functions: [...retried, trying, ...others],
    });
    const released = [...ofScans, fetching, fetchingSmall];
    if (settings.canary) this.releases = this.releaseTasks(released, alarms.releases, createAlarm);
    this.releaseWorkflows(alarms, settings);
  }

  private releaseTasks(
    tasks: readonly ServiceFunction[],
    all: readonly Alarm[],
    createAlarm: CreateAlarm,
  ): CanaryReleases {
    const own = new Map(tasks.map((task) => [task, createVersionAlarm(createAlarm, task)]));
    return new CanaryReleases(this, tasks, { all, own });
  }

  private releaseWorkflows(
    { scans, recharges }: ReturnType<typeof createWorkflowAlarms>,
    settings: Settings,
  ): void {
    releaseWorkflow(this.stateMachine, scans, settings);
    releaseWorkflow(this.recharges, recharges, settings);
  }

  private artifactCheck(context: FunctionContext): ServiceFunction {
    const checks = artifactChecksOf(context.settings);
    return new ServiceFunction(this, checkArtifact, {
      ...context,
      ...(checks > 0 && { reservedConcurrency: checks }),
    });
  }

  private scanTasks(context: FunctionContext): ScanTasks {
    const small = new ServiceFunction(this, scanSmallUnits, context);
    const compare = new ServiceFunction(this, compareBase, context);
    const follow = new ServiceFunction(this, trackDefaultBranch, context);
    const invoked = invokedTasks({ scanSmallUnits: small, compareBase: compare, follow });
    const sharedResources = { ...context.sharedResources, scanTasks: invoked };
    return {
      prepare: new ServiceFunction(this, prepareScan, { ...context, sharedResources }),
      scanSmallUnits: small,
      scanUnit: new ServiceFunction(this, scanUnit, context),
      prepareBase: new ServiceFunction(this, prepareBase, context),
      compareBase: compare,
      finish: new ServiceFunction(this, finishScan, context),
      follow,
    };
  }

  /** Keeps events that could not be handled for two weeks, long enough to repair the cause and send them again. */
  private deadLetterQueue(): Queue {
    return new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }

  /** Status events are sent at best effort; the sweep finds what this misses. */
  private onExecutionFailed(workflow: ScanWorkflow, ended: ServiceFunction, deadLetters: Queue): void {
    const rule = new Rule(this, 'ExecutionEnded', {
      description: 'An execution that failed, timed out or was aborted.',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [workflow.stateMachine.stateMachineArn],
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        },
      },
    });
    rule.addTarget(new LambdaTarget(ended.live, { deadLetterQueue: deadLetters }));
  }
}
