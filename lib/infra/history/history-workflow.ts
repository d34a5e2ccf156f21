import {
  Choice,
  Condition,
  DefinitionBody,
  JsonPath,
  Map as MapState,
  Pass,
  StateMachine,
  type IChainable,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { retriedTask, workflowRole } from '../retried-task.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { Settings } from '../settings.ts';

export interface HistoryTasks {
  plan: ServiceFunction;
  work: ServiceFunction;
  end: ServiceFunction;
}

/** Steps that are done at a time, so that a history never takes the functions that scans wait for. */
const maxConcurrentSteps = 5;

/**
 * Plans a history scan, does its steps and ends it: once to count its files and once to scan them. A failed step
 * does not affect the others; its part is reported and refunded (docs/adr/0131-history-scans.md).
 */
export class HistoryWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, tasks: HistoryTasks, settings: Settings) {
    super(scope, 'HistoryWorkflow');
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: `${settings.deploymentName}-history-scan`,
      definitionBody: DefinitionBody.fromChainable(this.definition(tasks)),
      timeout: Duration.millis(historyLimits.workflowMs),
      tracingEnabled: settings.tracing,
      role: workflowRole(this, Object.values<ServiceFunction>({ ...tasks }), settings),
      comment: 'Looks at the history of a repository.',
    });
  }

  private definition({ plan, work, end }: HistoryTasks): IChainable {
    const scan = {
      organizationId: JsonPath.stringAt('$.organizationId'),
      repositoryId: JsonPath.stringAt('$.repositoryId'),
      historyScanId: JsonPath.stringAt('$.historyScanId'),
    };
    const planning = retriedTask(this, 'PlanHistory', { fn: plan });
    const steps = new MapState(this, 'EachHistoryStep', {
      itemsPath: '$.steps',
      itemSelector: { ...scan, number: JsonPath.numberAt('$$.Map.Item.Value.number') },
      maxConcurrency: maxConcurrentSteps,
      resultPath: JsonPath.DISCARD,
    });
    const working = retriedTask(this, 'WorkOnHistory', { fn: work, resultPath: '$.worked' });
    const stepEnded = new Pass(this, 'HistoryStepEnded', { parameters: {} });
    working.addCatch(stepEnded, { resultPath: JsonPath.DISCARD });
    // Each run gets further, or tries fewer files together: a part reports itself when it stopped too often.
    const asking = new Choice(this, 'HistoryStepGoesOn')
      .when(Condition.booleanEquals('$.worked.goesOn', true), working)
      .otherwise(stepEnded);
    steps.itemProcessor(working.next(asking));
    const ending = retriedTask(this, 'EndHistory', { fn: end });
    const failed = new Pass(this, 'HistoryFailed', { parameters: { ...scan, failed: true } });
    failed.next(retriedTask(this, 'FailHistory', { fn: end }));
    for (const task of [planning, steps, ending]) task.addCatch(failed, { resultPath: JsonPath.DISCARD });
    return planning.next(steps).next(ending);
  }
}
