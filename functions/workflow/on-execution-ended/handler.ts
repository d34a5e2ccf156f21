import type { PortsOf } from '#contract/ports-of.ts';
import type { Failure } from '@scangate/engines/model/failure';
import { log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { onExecutionEnded } from '../index.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';

/** The part of "Step Functions Execution Status Change" that matters. */
interface ExecutionEnded {
  detail: { status: 'FAILED' | 'TIMED_OUT' | 'ABORTED'; input?: string };
}

type Ports = PortsOf<(typeof onExecutionEnded)['needs']>;

const failureOf = (status: ExecutionEnded['detail']['status']): Failure =>
  status === 'TIMED_OUT'
    ? { errorCode: 'workflow_timeout', error: 'The scan took longer than it may.' }
    : { errorCode: 'system_error', error: 'The scan failed on our side.' };

/** Ends the scan whose execution died. The event is best effort: the sweep finds what it missed. */
export const endScanOfExecution = async (
  event: ExecutionEnded,
  ports: Ports,
  { now }: TaskContext,
): Promise<void> => {
  const { status, input } = event.detail;
  if (input === undefined) return;
  const { organizationId, scanId } = JSON.parse(input) as { organizationId: string; scanId: string };
  const scan = await endScan(
    { organizationId, scanId },
    () => ({ status: 'failed', failure: failureOf(status) }),
    ports,
    now,
  );
  if (scan?.finishedAt === now.toISOString()) {
    emitMetric('ScansEndedByRule', 1);
    log.warn('ended a scan whose execution died', { scanId, executionStatus: status });
  }
};

export const handler = task(
  onExecutionEnded,
  { store: wireStore, blobs: wireBlobRemover },
  endScanOfExecution,
);
