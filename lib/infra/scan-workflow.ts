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
import { maxConcurrentGroups } from '@scangate/domain/scans/units/unit-groups';
import { crashed, timedOut, type Failure } from '@scangate/engines/model/failure';
import type { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { workflowRole, retriedTask, timeoutErrors } from './retried-task.ts';

/** The input is kept, because it names the scan and the error does not. */
const anyError: CatchProps = { resultPath: JsonPath.DISCARD };
const timeout: CatchProps = { ...anyError, errors: timeoutErrors };

export interface ScanTasks {
  prepare: ServiceFunction;
  scanSmallUnits: ServiceFunction;
  scanUnit: ServiceFunction;
  prepareBase: ServiceFunction;
  compareBase: ServiceFunction;
  finish: ServiceFunction;
  follow: ServiceFunction;
}

/** The time until an execution asks again for a base that another one assesses. */
const baseInterval = Duration.seconds(15);

/** The items of the map behind `Prepare`: one when there is something to do. */
const oneItem = [true];

/**
 * Runs prepare, which takes all steps of a scan whose units are small, and the steps that it left: the groups of units, the
 * comparison with a base if there is one, finish, and following the default branch. They are within a map of one item or none, because
 * each state that is entered is billed and an empty map enters none. Expected failures are data in the state. An unexpected one becomes such
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
    const preparing = retriedTask(this, 'Prepare', { fn: tasks.prepare });
    const resting = new MapState(this, 'Rest', {
      itemsPath: '$.rest',
      itemSelector: { reached: JsonPath.objectAt('$') },
      resultPath: JsonPath.DISCARD,
    });
    const reached = new Pass(this, 'Reached', { inputPath: '$.reached' });
    resting.itemProcessor(reached.next(this.rest(tasks)));
    const nothing = { ...scan, units: [], results: [], rest: oneItem };
    preparing.addCatch(this.failed('PrepareTimedOut', timedOut, nothing).next(resting), timeout);
    preparing.addCatch(this.failed('PrepareFailed', crashed, nothing).next(resting), anyError);
    return preparing.next(resting);
  }

  private rest(tasks: ScanTasks): IChainable {
    const finishing = retriedTask(this, 'Finish', { fn: tasks.finish });
    const going = new Choice(this, 'GoOn', { comment: 'Leads to the first step that the state lacks.' });
    finishing.next(going);
    const { compare, base, comparing } = this.compare(tasks, finishing);
    const here = (field: string) => Condition.isPresent(`$.${field}`);
    const lost = { ...scan, units: JsonPath.objectAt('$.units'), results: [] };
    const whenLost = this.failed('UnitsLost', crashed, lost).next(finishing);
    const groups = { itemsPath: '$.groups', resultPath: '$.results' };
    const units = this.eachGroup('Units', tasks.scanUnit, groups);
    const smallUnits = this.eachGroup('SmallUnits', tasks.scanSmallUnits, groups);
    for (const one of [units, smallUnits]) one.addCatch(whenLost, anyError).next(going);
    going
      .when(here('follow'), this.follow(tasks))
      .when(here('status'), new Succeed(this, 'Done'))
      .when(Condition.or(here('failure'), here('compared')), finishing)
      .when(here('baseResults'), comparing)
      .when(here('base'), base)
      .when(Condition.and(here('results'), here('hasBase')), compare)
      .when(here('results'), finishing)
      .when(here('hasLarge'), units)
      .otherwise(smallUnits);
    return going;
  }

  /** Follows the default branch with a scan that has ended. Where that fails, so does the execution, and its end follows once more. */
  private follow({ follow }: ScanTasks): IChainable {
    return retriedTask(this, 'Follow', { fn: follow });
  }

  /** Compares the scan with its base. Whatever fails here leaves the verdict alone: `finish` then has no comparison. */
  private compare({ prepareBase, scanUnit, compareBase }: ScanTasks, finishing: TaskStateBase) {
    const preparing = retriedTask(this, 'PrepareBase', { fn: prepareBase, resultPath: '$.base' });
    const task = retriedTask(this, 'CompareBase', { fn: compareBase, resultPath: '$.compared' });
    const comparing = task.next(finishing);
    const units = this.eachGroup('BaseUnits', scanUnit, {
      itemsPath: '$.base.groups',
      resultPath: '$.baseResults',
      ofBase: true,
    });
    const waiting = new Wait(this, 'WaitForBase', { time: WaitTime.duration(baseInterval) });
    const state = (name: string) => Condition.stringEquals('$.base.state', name);
    const asking = new Choice(this, 'BaseState')
      .when(state('pending'), waiting.next(preparing))
      .when(state('scan'), units.next(comparing))
      .otherwise(comparing);
    for (const one of [preparing, units, task]) one.addCatch(finishing, anyError);
    return { compare: preparing.next(asking), base: asking, comparing };
  }

  private eachGroup(
    id: string,
    fn: ServiceFunction,
    { itemsPath, resultPath, ofBase }: { itemsPath: string; resultPath: string; ofBase?: true },
  ): MapState {
    const map = new MapState(this, `Scan${id}`, {
      itemsPath,
      itemSelector: {
        ...scan,
        units: JsonPath.objectAt('$$.Map.Item.Value.units'),
        ...(ofBase && { ofBase }),
      },
      maxConcurrency: maxConcurrentGroups,
      resultPath,
    });
    const group = { units: JsonPath.objectAt('$.units') };
    const scanning = retriedTask(this, `Scan${id}InGroup`, { fn });
    scanning.addCatch(this.failed(`${id}TimedOut`, timedOut, group), timeout);
    scanning.addCatch(this.failed(`${id}Failed`, crashed, group), anyError);
    return map.itemProcessor(scanning);
  }

  private failed(id: string, failure: Failure, rest: Record<string, unknown>): Pass {
    return new Pass(this, id, { parameters: { ...rest, failure } });
  }
}

const path = (field: string): string => JsonPath.stringAt(`$.${field}`);
const scan = { organizationId: path('organizationId'), scanId: path('scanId') };
