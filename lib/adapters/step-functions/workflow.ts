import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { AuditorPackStarter } from '#ports/evidence/auditor-pack-starter.ts';
import type { ErasureStarter, ExportStarter } from '#ports/leaving/leaving-workflows.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { derivedId } from '@scangate/engines/model/digest';
import type { WatchStarter } from '#ports/watch/watch-workflow.ts';
import type { WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';

interface Execution {
  stateMachineArn: string;
  name: string;
  input: object;
}

/** Starts an execution; succeeds when one of that name exists. */
const startOnce = async (client: SFNClient, { stateMachineArn, name, input }: Execution): Promise<void> => {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
};

/** The execution has the scan's id as its name, so that a scan has only one. */
export const workflowStarter = (client: SFNClient, stateMachineArn: string): WorkflowStarter => ({
  start: async ({ organizationId, scanId }) =>
    startOnce(client, { stateMachineArn, name: scanId, input: { organizationId, scanId } }),
});

export const rechargeStarter = (client: SFNClient, stateMachineArn: string): RechargeStarter => ({
  start: async ({ accountId, pool }, cause) =>
    startOnce(client, { stateMachineArn, name: `${pool}-${cause}`, input: { accountId, pool } }),
});

/** The cause names the execution; one that is running finds what was published meanwhile by itself. */
export const watchStarter = (client: SFNClient, stateMachineArn: string): WatchStarter => ({
  start: async ({ cause, units }) =>
    startOnce(client, { stateMachineArn, name: derivedId('watch', cause), input: { cause, units } }),
});

/** The cause names the execution: the instant of the closing, or the act of an operator. */
export const erasureStarter = (client: SFNClient, stateMachineArn: string): ErasureStarter => ({
  start: async (organizationId, cause) =>
    startOnce(client, {
      stateMachineArn,
      name: derivedId('erasure', organizationId, cause),
      input: { organizationId },
    }),
});

export const exportStarter = (client: SFNClient, stateMachineArn: string): ExportStarter => ({
  start: async ({ organizationId, exportId }) =>
    startOnce(client, {
      stateMachineArn,
      name: derivedId('export', organizationId, exportId),
      input: { organizationId, exportId },
    }),
});

export const auditorPackStarter = (client: SFNClient, stateMachineArn: string): AuditorPackStarter => ({
  start: async ({ organizationId, packId }) =>
    startOnce(client, {
      stateMachineArn,
      name: derivedId('auditor-pack', organizationId, packId),
      input: { organizationId, packId },
    }),
});

/** An execution of `arn:…:stateMachine:name`, or of its alias, has the ARN `arn:…:execution:name:execution-name`. */
const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.replace(/:stateMachine:([^:]+).*$/, ':execution:$1')}:${name}`;

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
