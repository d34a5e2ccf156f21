import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  DefinitionBody,
  JitterType,
  JsonPath,
  Map as MapState,
  Pass,
  StateMachine,
  Timeout,
  type CatchProps,
  type IChainable,
  type TaskStateBase,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { deadlines } from '../domain/scans/deadlines.ts';
import type { Failure } from '../domain/scans/failure.ts';
import { tracingStatements, type ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

/** Units of one scan under way at a time. */
const unitsAtOnce = 40;

/** Worth asking again: our own word for it, and Lambda's words for being busy or unwell. */
const transientErrors = [
  'Transient',
  'Lambda.TooManyRequestsException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.ClientExecutionTimeoutException',
];
/** A task that ran out of time, by the workflow's, Lambda's or its own clock: once more may help, not twice. */
const timeouts = ['States.Timeout', 'Sandbox.Timedout', 'TimeoutError'];

/** The input is kept: whose scan it is stands there and not in the error. */
const anyError: CatchProps = { resultPath: JsonPath.DISCARD };
const timeout: CatchProps = { ...anyError, errors: timeouts };

const outOfTime: Failure = { errorCode: 'workflow_timeout', error: 'The scan took longer than it may.' };
const broken: Failure = { errorCode: 'system_error', error: 'The scan failed on our side.' };

export interface ScanTasks {
  prepare: ServiceFunction;
  scanUnit: ServiceFunction;
  finish: ServiceFunction;
}

/**
 * prepare → every unit → finish. Expected failures are data in the state; an unexpected one is turned into such
 * data, at the price of one transition, so that `finish` ends the scan either way. The cause stays in the
 * task's log: a stack trace per unit would break the limit of the state.
 */
export class ScanWorkflow extends Construct {
  readonly stateMachine: StateMachine;
  readonly executionsArn: string;

  constructor(scope: Construct, tasks: ScanTasks, settings: Settings) {
    super(scope, 'ScanWorkflow');
    const stateMachineName = `${settings.deploymentName}-scan`;
    const functions = Object.values<ServiceFunction>({ ...tasks });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: {
        tasks: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: functions.map((fn) => fn.lambda.functionArn),
            }),
            ...tracingStatements(settings, true),
          ],
        }),
      },
    });
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName,
      definitionBody: DefinitionBody.fromChainable(this.definition(tasks)),
      timeout: Duration.millis(deadlines.workflowMs),
      tracingEnabled: settings.tracing,
      role: role.withoutPolicyUpdates(),
      comment: 'From a commit to a verdict.',
    });
    this.executionsArn = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  private definition({ prepare, scanUnit, finish }: ScanTasks): IChainable {
    const finishing = this.task('Finish', finish);
    const units = new MapState(this, 'ScanUnits', {
      itemsPath: '$.units',
      itemSelector: {
        organizationId: JsonPath.stringAt('$.organizationId'),
        scanId: JsonPath.stringAt('$.scanId'),
        projectUnitId: JsonPath.stringAt('$$.Map.Item.Value.projectUnitId'),
      },
      maxConcurrency: unitsAtOnce,
      resultPath: '$.results',
    });
    units.itemProcessor(this.scanOneUnit(scanUnit));
    const scan = { organizationId: path('organizationId'), scanId: path('scanId') };
    const unitsLost = { ...scan, units: JsonPath.objectAt('$.units'), results: [] };
    units.addCatch(this.failed('UnitsFailed', broken, unitsLost).next(finishing), anyError);
    const preparing = this.task('Prepare', prepare);
    const nothing = { ...scan, units: [], results: [] };
    preparing.addCatch(this.failed('PrepareTimedOut', outOfTime, nothing).next(finishing), timeout);
    preparing.addCatch(this.failed('PrepareFailed', broken, nothing).next(finishing), anyError);
    return preparing.next(units).next(finishing);
  }

  private scanOneUnit(scanUnit: ServiceFunction): IChainable {
    const unit = { projectUnitId: path('projectUnitId') };
    const scanning = this.task('ScanUnit', scanUnit);
    scanning.addCatch(this.failed('UnitTimedOut', outOfTime, unit), timeout);
    scanning.addCatch(this.failed('UnitFailed', broken, unit), anyError);
    return scanning;
  }

  private task(id: string, fn: ServiceFunction): TaskStateBase {
    const limit = fn.lambda.timeout ?? Duration.seconds(3);
    const task = new LambdaInvoke(this, id, {
      lambdaFunction: fn.lambda,
      payloadResponseOnly: true,
      retryOnServiceExceptions: false,
      taskTimeout: Timeout.duration(limit.plus(Duration.seconds(15))),
    });
    task.addRetry({
      errors: transientErrors,
      interval: Duration.seconds(2),
      backoffRate: 2,
      maxAttempts: 6,
      maxDelay: Duration.seconds(60),
      jitterStrategy: JitterType.FULL,
    });
    task.addRetry({
      errors: timeouts,
      interval: Duration.seconds(5),
      maxAttempts: 1,
      jitterStrategy: JitterType.FULL,
    });
    return task;
  }

  private failed(id: string, failure: Failure, rest: Record<string, unknown>): Pass {
    return new Pass(this, id, { parameters: { ...rest, failure } });
  }
}

const path = (field: string): string => JsonPath.stringAt(`$.${field}`);
