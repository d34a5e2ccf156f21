import {
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  StartExecutionCommand,
  StopExecutionCommand,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import type { AuditorPackStarter } from '#ports/evidence/auditor-pack-starter.ts';
import type { ErasureStarter, ExportStarter } from '#ports/offboarding/offboarding-workflows.ts';
import type { HistoryStarter } from '#ports/history/history-starter.ts';
import type { RechargeStarter } from '#ports/recharge-starter.ts';
import { derivedId } from '@scangate/engines/model/digest';
import type { WatchStarter } from '#ports/advisory-watch/watch-workflow.ts';
import type { WorkflowResumer, WorkflowStarter, WorkflowStopper } from '#ports/workflow.ts';

interface Execution {
  stateMachineArn: string;
  name: string;
  input: object;
}

/**
 * Starts an execution.
 * @returns `exists` for a name that was used before, unless that execution runs with the same input.
 */
const startExecution = async (
  client: SFNClient,
  { stateMachineArn, name, input }: Execution,
): Promise<'started' | 'exists'> => {
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
    return 'started';
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return 'exists';
    throw error;
  }
};

/** Starts an execution; succeeds when one of that name exists. */
const startOnce = async (client: SFNClient, execution: Execution): Promise<void> =>
  void (await startExecution(client, execution));

/** An execution of `arn:…:stateMachine:name`, or of its alias, has the ARN `arn:…:execution:name:execution-name`. */
const executionArn = (stateMachineArn: string, name: string): string =>
  `${stateMachineArn.split(':').slice(0, 7).join(':').replace(':stateMachine:', ':execution:')}:${name}`;

/** The execution has the scan's id as its name, so that only one is started however often a creation is repeated. */
const firstExecution = (
  stateMachineArn: string,
  { organizationId, scanId }: { organizationId: string; scanId: string },
): Execution => ({ stateMachineArn, name: scanId, input: { organizationId, scanId } });

const secondName = (scanId: string): string => `${scanId}.2`;

export const workflowStarter = (client: SFNClient, stateMachineArn: string): WorkflowStarter => ({
  start: async (scan) => startOnce(client, firstExecution(stateMachineArn, scan)),
});

export const workflowResumer = (client: SFNClient, stateMachineArn: string): WorkflowResumer => ({
  // To start it again tells whether it runs, because its input is the same: asking takes 15 descriptions a second at most.
  async resume(scan) {
    const first = firstExecution(stateMachineArn, scan);
    if ((await startExecution(client, first)) === 'started') return;
    await startOnce(client, { ...first, name: secondName(scan.scanId) });
  },
});

export const rechargeStarter = (client: SFNClient, stateMachineArn: string): RechargeStarter => ({
  start: async ({ accountId, pool }, cause) =>
    startOnce(client, { stateMachineArn, name: `${pool}-${cause}`, input: { accountId, pool } }),
});

/** The cause names the execution; one that is running finds later publications by itself. */
export const watchStarter = (client: SFNClient, stateMachineArn: string): WatchStarter => ({
  start: async ({ cause, units }) =>
    startOnce(client, { stateMachineArn, name: derivedId('watch', cause), input: { cause, units } }),
});

/** The cause names the execution: the instant of the closing, or the action of an operator. */
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

export const historyStarter = (client: SFNClient, stateMachineArn: string): HistoryStarter => ({
  start: async ({ organizationId, repositoryId, historyScanId, phase, attempt }) =>
    startOnce(client, {
      stateMachineArn,
      name: derivedId('history-scan', organizationId, historyScanId, phase, String(attempt)),
      input: { organizationId, repositoryId, historyScanId },
    }),
});

const stopOnce = async (client: SFNClient, arn: string, cause: string): Promise<void> => {
  try {
    await client.send(new StopExecutionCommand({ executionArn: arn, cause }));
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
};

export const workflowStopper = (client: SFNClient, stateMachineArn: string): WorkflowStopper => ({
  async stop({ scanId, wasResumed }, cause) {
    const names = wasResumed ? [scanId, secondName(scanId)] : [scanId];
    await Promise.all(names.map((name) => stopOnce(client, executionArn(stateMachineArn, name), cause)));
  },
});
