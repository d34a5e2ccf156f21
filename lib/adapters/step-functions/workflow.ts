import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import type { WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';

/** An execution of that name is there once, and was not started again. */
const startOnce = async (
  client: SFNClient,
  stateMachineArn: string,
  name: string,
  input: object,
): Promise<void> => {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
};

/** The execution is named after the scan, so a scan can have only one. */
export const workflowStarter = (client: SFNClient, stateMachineArn: string): WorkflowStarter => ({
  start: async ({ organizationId, scanId }) =>
    startOnce(client, stateMachineArn, scanId, { organizationId, scanId }),
});

export const rechargeStarter = (client: SFNClient, stateMachineArn: string): RechargeStarter => ({
  start: async ({ accountId, pool }, cause) =>
    startOnce(client, stateMachineArn, `${pool}-${cause}`, { accountId, pool }),
});

/** `arn:…:stateMachine:name` names its executions `arn:…:execution:name:execution-name`. */
const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

export const workflowStopper = (client: SFNClient, stateMachineArn: string): WorkflowStopper => ({
  async stop({ scanId }, cause) {
    try {
      await client.send(
        new StopExecutionCommand({ executionArn: executionArn(stateMachineArn, scanId), cause }),
      );
    } catch (error) {
      if (!(error instanceof ExecutionDoesNotExist)) throw error;
    }
  },
});
