import {
  DefinitionBody,
  JsonPath,
  Map as MapState,
  Pass,
  StateMachine,
  type IChainable,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { retriedTask, workflowRole } from '../retried-task.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { Settings } from '../settings.ts';

export interface PackTasks {
  plan: ServiceFunction;
  slice: ServiceFunction;
  assemble: ServiceFunction;
}

/** Slices that are written at a time, so that a pack never takes the functions that scans wait for. */
const maxConcurrentSlices = 10;

/**
 * Plans an auditor pack, writes its slices and assembles them: 203 transitions for 100,000 scans. Whatever fails marks the
 * pack as failed (docs/adr/0090-auditor-packs.md).
 */
export class AuditorPackWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, tasks: PackTasks, settings: Settings) {
    super(scope, 'PackWorkflow');
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: `${settings.deploymentName}-auditor-pack`,
      definitionBody: DefinitionBody.fromChainable(this.definition(tasks)),
      timeout: Duration.hours(12),
      tracingEnabled: settings.tracing,
      role: workflowRole(this, Object.values<ServiceFunction>({ ...tasks }), settings),
      comment: 'Writes an auditor pack.',
    });
  }

  private definition({ plan, slice, assemble }: PackTasks): IChainable {
    const pack = {
      organizationId: JsonPath.stringAt('$.organizationId'),
      packId: JsonPath.stringAt('$.packId'),
    };
    const planning = retriedTask(this, 'PlanAuditorPack', { fn: plan });
    const slices = new MapState(this, 'EachSlice', {
      itemsPath: '$.slices',
      itemSelector: { ...pack, slice: JsonPath.numberAt('$$.Map.Item.Value.slice') },
      maxConcurrency: maxConcurrentSlices,
      resultPath: JsonPath.DISCARD,
    });
    slices.itemProcessor(retriedTask(this, 'WriteAuditorPackSlice', { fn: slice }));
    const assembling = retriedTask(this, 'AssembleAuditorPack', { fn: assemble });
    const failed = new Pass(this, 'PackFailed', { parameters: { ...pack, failed: true } });
    failed.next(retriedTask(this, 'FailPack', { fn: assemble }));
    for (const task of [planning, slices, assembling])
      task.addCatch(failed, { resultPath: JsonPath.DISCARD });
    return planning.next(slices).next(assembling);
  }
}
