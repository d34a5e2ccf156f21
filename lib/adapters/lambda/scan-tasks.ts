import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { ScanTasks } from '#ports/scans/scan-tasks.ts';
import { invokeFunction } from './invoke-function.ts';

/** Invokes the functions of tasks. */
export const lambdaScanTasks = (
  client: LambdaClient,
  functions: Record<keyof ScanTasks, string>,
): ScanTasks => {
  const invoke = <Answer>(task: keyof ScanTasks, input: object, signal: AbortSignal): Promise<Answer> =>
    invokeFunction(
      client,
      { functionName: functions[task], input, signal },
      (errorType) => new Error(`the task ${task} failed: ${errorType}`),
    );
  return {
    scanSmallUnits: (units, signal) => invoke('scanSmallUnits', units, signal),
    compareBase: (units, signal) => invoke('compareBase', units, signal),
    trackDefaultBranch: (scan, signal) => invoke('trackDefaultBranch', scan, signal),
  };
};
