import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { WorkflowStarter, WorkflowStopper } from '../../ports/workflow.ts';

/** The execution is named after the scan, so a scan can have only one. */
export const workflowStarter = (client: SFNClient, stateMachineArn: string): WorkflowStarter => ({
  async start({ organizationId, scanId }) {
    const input = JSON.stringify({ organizationId, scanId });
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name: scanId, input }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  },
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
