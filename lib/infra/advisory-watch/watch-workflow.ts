import { PolicyDocument, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  Choice,
  Condition,
  DefinitionBody,
  DistributedMap,
  ItemBatcher,
  JsonPath,
  S3JsonItemReader,
  StateMachine,
  StateMachineType,
  Succeed,
  type IChainable,
} from 'aws-cdk-lib/aws-stepfunctions';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { watchPrefix } from '#contract/blob-areas.ts';
import { tracingStatements, type ServiceFunction } from '../service-function.ts';
import type { Settings } from '../settings.ts';
import { retriedTask } from '../retried-task.ts';

export interface WatchTasks {
  match: ServiceFunction;
  rejudge: ServiceFunction;
  complete: ServiceFunction;
}

/** Batches that are judged at a time, so that the watch never takes the functions that scans wait for. */
const maxConcurrentBatches = 20;
/** An express execution takes at most five minutes, and its input at most 256 KB. */
const unitsPerBatch = 5;
const batchBytes = 200_000;

const watchTimeout = Duration.hours(6);

/**
 * Matches a published snapshot with the component index, judges the units concerned again, and goes on as long as
 * another snapshot was published meanwhile (docs/adr/0045-component-index-and-watch.md).
 */
export class WatchWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, { tasks, lists }: { tasks: WatchTasks; lists: IBucket }, settings: Settings) {
    super(scope, 'WatchWorkflow');
    const stateMachineName = `${settings.deploymentName}-watch`;
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromChainable(this.definition(tasks, lists)),
      timeout: watchTimeout,
      tracingEnabled: settings.tracing,
      role: this.role(stateMachineName, { tasks, lists }, settings),
      comment: 'Judges units again whose packages have changed advisories.',
    });
    // The role has these permissions already, by the name of the machine.
    this.stateMachine.node.tryRemoveChild('DistributedMapPolicy');
  }

  private definition({ match, rejudge, complete }: WatchTasks, lists: IBucket): IChainable {
    const matching = retriedTask(this, 'MatchAdvisories', { fn: match });
    const completing = retriedTask(this, 'CompleteAdvisoryWatch', { fn: complete });
    const units = new DistributedMap(this, 'EachUnit', {
      label: 'units',
      mapExecutionType: StateMachineType.EXPRESS,
      maxConcurrency: maxConcurrentBatches,
      itemReader: new S3JsonItemReader({ bucket: lists, key: JsonPath.stringAt('$.list.key') }),
      itemBatcher: new ItemBatcher({
        maxItemsPerBatch: unitsPerBatch,
        maxInputBytesPerBatch: batchBytes,
        // The construct takes references here by the name of the key alone.
        batchInput: { 'snapshotId.$': '$.snapshotId', 'at.$': '$.at' },
      }),
      resultPath: JsonPath.DISCARD,
    });
    units.itemProcessor(retriedTask(this, 'RejudgeUnits', { fn: rejudge }));
    const again = new Choice(this, 'Behind')
      .when(Condition.booleanEquals('$.isBehind', true), matching)
      .otherwise(new Succeed(this, 'Done'));
    completing.next(again);
    const asking = new Choice(this, 'HasHits')
      .when(Condition.isPresent('$.list'), units.next(completing))
      .otherwise(completing);
    return matching.next(asking);
  }

  /** Each batch is an execution of its own, which the workflow starts and may stop. */
  private role(
    stateMachineName: string,
    { tasks, lists }: { tasks: WatchTasks; lists: IBucket },
    settings: Settings,
  ): IRole {
    const arn = (resource: string, resourceName: string): string =>
      Stack.of(this).formatArn({
        service: 'states',
        resource,
        resourceName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const statements = [
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: Object.values<ServiceFunction>({ ...tasks }).map((fn) => fn.live.functionArn),
      }),
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [lists.arnForObjects(`${watchPrefix}*`)],
      }),
      new PolicyStatement({
        actions: ['states:StartExecution'],
        resources: [arn('stateMachine', stateMachineName)],
      }),
      new PolicyStatement({
        actions: ['states:DescribeExecution', 'states:StopExecution'],
        resources: [arn('execution', `${stateMachineName}/units:*`)],
      }),
      ...tracingStatements(settings, true),
    ];
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { tasks: new PolicyDocument({ statements }) },
    }).withoutPolicyUpdates();
  }
}
