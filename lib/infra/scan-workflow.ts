import {
  Choice,
  Condition,
  DefinitionBody,
  JsonPath,
  Map as MapState,
  Pass,
  StateMachine,
  Succeed,
  Wait,
  WaitTime,
  type CatchProps,
  type IChainable,
  type TaskStateBase,
} from 'aws-cdk-lib/aws-stepfunctions';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { crashed, timedOut, type Failure } from '@scangate/engines/model/failure';
import type { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { workflowRole, retriedTask, timeoutErrors } from './retried-task.ts';

/** The project units of one scan that run at a time. */
const maxConcurrentUnits = 40;

/** The input is kept, because it names the scan and the error does not. */
const anyError: CatchProps = { resultPath: JsonPath.DISCARD };
const timeout: CatchProps = { ...anyError, errors: timeoutErrors };

export interface ScanTasks {
  prepare: ServiceFunction;
  scanUnit: ServiceFunction;
  prepareBase: ServiceFunction;
  compareBase: ServiceFunction;
  finish: ServiceFunction;
  follow: ServiceFunction;
}

/** The time until an execution asks again for a base that another one assesses. */
const baseInterval = Duration.seconds(15);

/**
 * Runs prepare, every project unit, the comparison with a base if there is one, and finish. Expected failures are data in the state. An unexpected one becomes such
 * data with one more transition, so that `finish` ends the scan either way; its cause stays in the task's log, because
 * a stack trace per unit would exceed the size limit of the state (docs/adr/0014-scan-workflow.md).
 */
export class ScanWorkflow extends Construct {
  readonly stateMachine: StateMachine;
  readonly executionsArn: string;

  constructor(scope: Construct, tasks: ScanTasks, settings: Settings) {
    super(scope, 'ScanWorkflow');
    const stateMachineName = `${settings.deploymentName}-scan`;
    const functions = Object.values<ServiceFunction>({ ...tasks });
    const role = workflowRole(this, functions, settings);
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromChainable(this.definition(tasks)),
      timeout: Duration.millis(deadlines.workflowMs),
      tracingEnabled: settings.tracing,
      role,
      comment: 'Scans a commit and judges it.',
    });
    this.executionsArn = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private definition(tasks: ScanTasks): IChainable {
    const { prepare, scanUnit, finish } = tasks;
    const finishing = retriedTask(this, 'Finish', { fn: finish });
    this.followAfter(finishing, tasks);
    const units = this.eachUnit('ScanUnits', { itemsPath: '$.units', resultPath: '$.results' });
    units.itemProcessor(this.scanOneUnit('', scanUnit));
    const scan = { organizationId: path('organizationId'), scanId: path('scanId') };
    const unitsLost = { ...scan, units: JsonPath.objectAt('$.units'), results: [] };
    units.addCatch(this.failed('UnitsFailed', crashed, unitsLost).next(finishing), anyError);
    const preparing = retriedTask(this, 'Prepare', { fn: prepare });
    const nothing = { ...scan, units: [], results: [] };
    preparing.addCatch(this.failed('PrepareTimedOut', timedOut, nothing).next(finishing), timeout);
    preparing.addCatch(this.failed('PrepareFailed', crashed, nothing).next(finishing), anyError);
    const comparing = new Choice(this, 'HasBase')
      .when(Condition.isPresent('$.hasBase'), this.compare(tasks, finishing))
      .otherwise(finishing);
    return preparing.next(units).next(comparing);
  }

  /** Follows the default branch with a scan that has ended. The scan stays as it ended, whatever fails here. */
  private followAfter(finishing: TaskStateBase, { follow }: ScanTasks): void {
    const done = new Succeed(this, 'Done');
    const following = retriedTask(this, 'Follow', { fn: follow });
    following.addCatch(done, anyError);
    const asking = new Choice(this, 'IsFollowed')
      .when(Condition.isPresent('$.follow'), following)
      .otherwise(done);
    finishing.next(asking);
  }

  /** Compares the scan with its base. Whatever fails here leaves the verdict alone: `finish` then has no comparison. */
  private compare({ prepareBase, scanUnit, compareBase }: ScanTasks, finishing: TaskStateBase): IChainable {
    const preparing = retriedTask(this, 'PrepareBase', { fn: prepareBase, resultPath: '$.base' });
    const task = retriedTask(this, 'CompareBase', { fn: compareBase, resultPath: '$.compared' });
    const comparing = task.next(finishing);
    const units = this.eachUnit('ScanBaseUnits', {
      itemsPath: '$.base.units',
      resultPath: '$.baseResults',
      ofBase: true,
    });
    units.itemProcessor(this.scanOneUnit('Base', scanUnit));
    const waiting = new Wait(this, 'WaitForBase', { time: WaitTime.duration(baseInterval) });
    const state = (name: string) => Condition.stringEquals('$.base.state', name);
    const asking = new Choice(this, 'BaseState')
      .when(state('pending'), waiting.next(preparing))
      .when(state('scan'), units.next(comparing))
      .otherwise(comparing);
    for (const one of [preparing, units, task]) one.addCatch(finishing, anyError);
    return preparing.next(asking);
  }

  private eachUnit(
    id: string,
    { itemsPath, resultPath, ofBase }: { itemsPath: string; resultPath: string; ofBase?: true },
  ): MapState {
    return new MapState(this, id, {
      itemsPath,
      itemSelector: {
        organizationId: JsonPath.stringAt('$.organizationId'),
        scanId: JsonPath.stringAt('$.scanId'),
        projectUnitId: JsonPath.stringAt('$$.Map.Item.Value.projectUnitId'),
        ...(ofBase && { ofBase }),
      },
      maxConcurrency: maxConcurrentUnits,
      resultPath,
    });
  }

  private scanOneUnit(prefix: string, scanUnit: ServiceFunction): IChainable {
    const unit = { projectUnitId: path('projectUnitId') };
    const scanning = retriedTask(this, `Scan${prefix}Unit`, { fn: scanUnit });
    scanning.addCatch(this.failed(`${prefix}UnitTimedOut`, timedOut, unit), timeout);
    scanning.addCatch(this.failed(`${prefix}UnitFailed`, crashed, unit), anyError);
    return scanning;
  }

  private failed(id: string, failure: Failure, rest: Record<string, unknown>): Pass {
    return new Pass(this, id, { parameters: { ...rest, failure } });
  }
}

const path = (field: string): string => JsonPath.stringAt(`$.${field}`);
