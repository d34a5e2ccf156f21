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
import { workflowRole, retriedTask } from './retried-task.ts';

/** Longer than all waits of a streak of failures: 15 minutes, an hour, six hours (docs/adr/0011-auto-recharge.md). */
const workflowTimeout = Duration.hours(24);

/**
 * Attempts a recharge, and attempts it again after a decline when the time has come. Each attempt decides again whether a
 * recharge is due. The hourly sweep picks up an attempt that fails otherwise.
 */
export class RechargeWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, attempt: ServiceFunction, settings: Settings) {
    super(scope, 'RechargeWorkflow');
    const attempting = retriedTask(this, 'Attempt', { fn: attempt });
    const waiting = new Wait(this, 'WaitForNextAttempt', { time: WaitTime.timestampPath('$.again') });
    const asking = new Choice(this, 'Declined')
      .when(Condition.isPresent('$.again'), waiting.next(attempting))
      .otherwise(new Succeed(this, 'Done'));
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: `${settings.deploymentName}-recharge`,
      definitionBody: DefinitionBody.fromChainable(attempting.next(asking)),
      timeout: workflowTimeout,
      tracingEnabled: settings.tracing,
      role: workflowRole(this, [attempt], settings),
      comment: 'Buys a credit pack for a pool that runs low.',
    });
  }
}
