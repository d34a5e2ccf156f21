import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { ComparedBaseOutcome, ScanTasks, UnitOutcome } from '#ports/scans/scan-tasks.ts';

/** Invokes the functions of tasks. */
export const lambdaScanTasks = (
  client: LambdaClient,
  functions: Record<keyof ScanTasks, string>,
): ScanTasks => {
  const invoke = async (task: keyof ScanTasks, input: object, signal: AbortSignal): Promise<unknown> => {
    const command = new InvokeCommand({ FunctionName: functions[task], Payload: JSON.stringify(input) });
    const answer = await client.send(command, { abortSignal: signal });
    const payload: unknown = JSON.parse(Buffer.from(answer.Payload ?? []).toString());
    if (!answer.FunctionError) return payload;
    const { errorType } = payload as { errorType?: unknown };
    throw new Error(`the task ${task} failed: ${String(errorType)}`);
  };
  return {
    scanSmallUnits: async (units, signal) => (await invoke('scanSmallUnits', units, signal)) as UnitOutcome[],
    compareBase: async (units, signal) => (await invoke('compareBase', units, signal)) as ComparedBaseOutcome,
  };
};
