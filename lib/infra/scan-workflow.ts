import {
  DefinitionBody,
  JsonPath,
  Map as MapState,
  Pass,
  StateMachine,
  type CatchProps,
  type IChainable,
} from 'aws-cdk-lib/aws-stepfunctions';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import type { Failure } from '@scangate/engines/model/failure';
import type { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { workflowRole, retriedTask, timeoutErrors } from './workflow-task.ts';

/** The project units of one scan that run at a time. */
const maxConcurrentUnits = 40;

/** The input is kept, because it names the scan and the error does not. */
const anyError: CatchProps = { resultPath: JsonPath.DISCARD };
const timeout: CatchProps = { ...anyError, errors: timeoutErrors };

const timedOut: Failure = { errorCode: 'workflow_timeout', error: 'The scan took longer than it may.' };
const crashed: Failure = { errorCode: 'system_error', error: 'The scan failed on our side.' };

export interface ScanTasks {
  prepare: ServiceFunction;
  scanUnit: ServiceFunction;
  finish: ServiceFunction;
}

/**
 * Runs prepare, every project unit, and finish. Expected failures are data in the state. An unexpected one becomes such
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

  private definition({ prepare, scanUnit, finish }: ScanTasks): IChainable {
    const finishing = retriedTask(this, 'Finish', finish);
    const units = new MapState(this, 'ScanUnits', {
      itemsPath: '$.units',
      itemSelector: {
        organizationId: JsonPath.stringAt('$.organizationId'),
        scanId: JsonPath.stringAt('$.scanId'),
        projectUnitId: JsonPath.stringAt('$$.Map.Item.Value.projectUnitId'),
      },
      maxConcurrency: maxConcurrentUnits,
      resultPath: '$.results',
    });
    units.itemProcessor(this.scanOneUnit(scanUnit));
    const scan = { organizationId: path('organizationId'), scanId: path('scanId') };
    const unitsLost = { ...scan, units: JsonPath.objectAt('$.units'), results: [] };
    units.addCatch(this.failed('UnitsFailed', crashed, unitsLost).next(finishing), anyError);
    const preparing = retriedTask(this, 'Prepare', prepare);
    const nothing = { ...scan, units: [], results: [] };
    preparing.addCatch(this.failed('PrepareTimedOut', timedOut, nothing).next(finishing), timeout);
    preparing.addCatch(this.failed('PrepareFailed', crashed, nothing).next(finishing), anyError);
    return preparing.next(units).next(finishing);
  }

  private scanOneUnit(scanUnit: ServiceFunction): IChainable {
    const unit = { projectUnitId: path('projectUnitId') };
    const scanning = retriedTask(this, 'ScanUnit', scanUnit);
    scanning.addCatch(this.failed('UnitTimedOut', timedOut, unit), timeout);
    scanning.addCatch(this.failed('UnitFailed', crashed, unit), anyError);
    return scanning;
  }

  private failed(id: string, failure: Failure, rest: Record<string, unknown>): Pass {
    return new Pass(this, id, { parameters: { ...rest, failure } });
  }
}

const path = (field: string): string => JsonPath.stringAt(`$.${field}`);
