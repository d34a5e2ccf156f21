import type { PortsOf } from '../../../lib/contract/ports-of.ts';
import type { Failure } from '../../../lib/domain/scans/failure.ts';
import { log, metric } from '../../../lib/runtime/log.ts';
import { step, type StepContext } from '../../../lib/runtime/step.ts';
import { wireRemover } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { onExecutionEnded } from '../index.ts';
import { endScan } from './end-scan.ts';

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
export const endOfExecution = async (
  event: ExecutionEnded,
  ports: Ports,
  { now }: StepContext,
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
    metric('ScansEndedByRule', 1);
    log.warn('ended a scan whose execution died', { scanId, executionStatus: status });
  }
};

export const handler = step(onExecutionEnded, { store: wireStore, blobs: wireRemover }, endOfExecution);
