import {
  Choice,
  Condition,
  DefinitionBody,
  StateMachine,
  Succeed,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { workflowRole, retriedTask } from './workflow-task.ts';

/** Longer than all the pauses of a run of failures: 15 minutes, an hour, six hours (spec, "Auto-recharge", 3). */
const longest = Duration.hours(24);

/**
 * An attempt, and after a decline another once its time has come; each decides anew whether it is wanted. One that
 * fails otherwise is taken up by the hourly sweep.
 */
export class RechargeWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, attempt: ServiceFunction, settings: Settings) {
    super(scope, 'RechargeWorkflow');
    const attempting = retriedTask(this, 'Attempt', attempt);
    const waiting = new Wait(this, 'UntilItsTime', { time: WaitTime.timestampPath('$.again') });
    const asking = new Choice(this, 'Declined')
      .when(Condition.isPresent('$.again'), waiting.next(attempting))
      .otherwise(new Succeed(this, 'Done'));
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: `${settings.deploymentName}-recharge`,
      definitionBody: DefinitionBody.fromChainable(attempting.next(asking)),
      timeout: longest,
      tracingEnabled: settings.tracing,
      role: workflowRole(this, [attempt], settings),
      comment: 'Buys a pack for a pool that runs low.',
    });
  }
}
