import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
  type StateMachine,
} from 'aws-cdk-lib/aws-stepfunctions';
import { liveAlias } from '../service-function.ts';
import type { Settings } from '../settings.ts';

const canary = { type: 'CANARY', percentage: 10, interval: 5 } as const;

/**
 * Publishes a version of a workflow for every definition, and moves the alias `live` to it: a tenth of the executions
 * first, and the rest five minutes later, or none when one of the alarms goes off. Whoever starts the workflow starts the
 * alias; an execution ends by the definition that it began with.
 */
export const releaseWorkflow = (
  stateMachine: StateMachine,
  alarms: readonly Alarm[],
  settings: Settings,
): CfnStateMachineAlias => {
  const version = new CfnStateMachineVersion(stateMachine, 'Version', {
    stateMachineArn: stateMachine.stateMachineArn,
    stateMachineRevisionId: stateMachine.stateMachineRevisionId,
  });
  return new CfnStateMachineAlias(stateMachine, 'Live', {
    name: liveAlias,
    deploymentPreference: {
      stateMachineVersionArn: version.ref,
      ...(settings.canary
        ? { ...canary, alarms: alarms.map(({ alarmName }) => alarmName) }
        : { type: 'ALL_AT_ONCE' }),
    },
  });
};

/** The ARN by which a workflow is started. IAM permits it by the ARN of the workflow itself. */
export const liveWorkflow = (stateMachineArn: string): string => `${stateMachineArn}:${liveAlias}`;
