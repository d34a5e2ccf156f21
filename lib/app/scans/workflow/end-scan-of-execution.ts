import { crashed, timedOut } from '@scangate/engines/model/failure';
import { mayBeFollowed } from '@scangate/domain/tracking/default-branch-scan';
import type { Log } from '#ports/log.ts';
import type { ScanTasks } from '#ports/scans/scan-tasks.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import type { ScanRef } from '../load-scan.ts';
import { endScan, type EndScanPorts } from './end-scan.ts';

/** The relevant part of a "Step Functions Execution Status Change" event. */
export interface ExecutionEnded {
  detail: {
    status: 'FAILED' | 'TIMED_OUT' | 'ABORTED';
    /** Absent when it is too large for an event. */
    input?: string;
  };
}

export interface EndScanOfExecutionPorts extends EndScanPorts {
  scanTasks: Pick<ScanTasks, 'trackDefaultBranch'>;
  log: Log;
}

/**
 * Ends the scan of an execution that failed. Events may be lost: the sweep finds scans that this function missed. Where the scan had
 * completed before, the default branch may not follow it yet, so it follows here.
 */
export const endScanOfExecution = async (
  { detail: { status, input } }: ExecutionEnded,
  { log, scanTasks, ...ports }: EndScanOfExecutionPorts,
  { now, signal }: RunContext,
): Promise<void> => {
  if (input === undefined) return;
  const { organizationId, scanId } = JSON.parse(input) as ScanRef;
  const failure = status === 'TIMED_OUT' ? timedOut : crashed;
  const outcomeOf = () => ({ status: 'failed' as const, failure });
  const scan = await endScan({ organizationId, scanId, outcomeOf }, ports, now);
  if (scan && mayBeFollowed(scan))
    await scanTasks.trackDefaultBranch({ status: scan.status, organizationId, scanId, follow: true }, signal);
  if (scan?.finishedAt !== now.toISOString()) return;
  log.metric('ScansEndedByRule', 1);
  if (failure === crashed) log.metric('ScansCrashed', 1);
  log.warn('ended the scan of a failed execution', { scanId, executionStatus: status });
};
