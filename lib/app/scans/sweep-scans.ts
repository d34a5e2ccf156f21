import { addMs } from '@scangate/domain/instant';
import type { Instant, Scan } from '@scangate/domain/records';
import { isActive } from '@scangate/domain/scans/active-scan';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { timedOut, type Failure } from '@scangate/engines/model/failure';
import type { Log } from '#ports/log.ts';
import type { StoreReader } from '#ports/store.ts';
import type { WorkflowResumer } from '#ports/workflow.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { workThroughQueue } from '../jobs/work-through-queue.ts';
import type { ScanRef } from './load-scan.ts';
import { endScan, type EndScanPorts } from './workflow/end-scan.ts';

interface SweepPorts extends EndScanPorts {
  store: EndScanPorts['store'] & Pick<StoreReader<'scan'>, 'listDue'>;
  workflow: WorkflowResumer;
  /** Asks the host again about a scan that the default branch could not follow. */
  follow: (ref: ScanRef) => Promise<unknown>;
  log: Log;
}

/** The number of scans of each shard that are swept concurrently: 10,000 take a small part of a run. */
const scansAtOnce = 8;

/** Returns when a scan has lost its execution, or could not be started. */
const givenUpAt = ({ status, createdAt, startedAt }: Scan): Instant =>
  addMs((status === 'running' && startedAt) || createdAt, deadlines.workflowMs + deadlines.graceMs);

/** Only a scan that ran can have taken too long; if it is still queued, the service could not start it. */
const overdueFailure = ({ status }: Scan): Failure =>
  status === 'running'
    ? timedOut
    : { errorCode: 'system_error', error: 'The scan could not be started on our side.' };

/** Queues an active scan for a later sweep. Starts the workflow of a queued one, unless it is running. */
const putOff = async (scan: Scan, { store, workflow }: SweepPorts, now: Date): Promise<void> => {
  const { organizationId, scanId, status } = scan;
  const ref = { organizationId, scanId };
  if (status === 'queued') await workflow.resume(ref);
  const dueAt = status === 'queued' ? addMs(now, deadlines.graceMs) : givenUpAt(scan);
  // A conflict is fine: the scan has begun or ended meanwhile.
  await store.commit([
    {
      change: 'update',
      record: 'scan',
      id: ref,
      set: { dueAt },
      when: [{ field: 'status', is: 'equal', value: status }],
    },
  ]);
};

const sweepScan = async (
  { organizationId, scanId }: ScanRef,
  { workflow, log, follow, ...ports }: SweepPorts,
  now: Date,
): Promise<void> => {
  const ref = { organizationId, scanId };
  const scan = await ports.store.get('scan', ref, { consistent: true });
  if (!scan) return;
  const wasActive = isActive(scan);
  if (wasActive && now.toISOString() < givenUpAt(scan)) {
    await putOff(scan, { workflow, log, follow, ...ports }, now);
    return;
  }
  if (scan.unfollowedSince !== undefined) {
    await follow(ref);
    if (!scan.refundsDue) return;
  }
  const outcomeOf = (current: Scan) => ({ status: 'failed' as const, failure: overdueFailure(current) });
  await endScan({ ...ref, outcomeOf }, ports, now);
  if (wasActive) log.metric('ScansEndedBySweep', 1);
};

/**
 * Starts queued scans that no execution runs, ends overdue scans, completes refunds and has the default branch follow scans
 * about which the host did not answer, so that every scan reaches a terminal state whatever was lost (docs/adr/0014-scan-workflow.md). Continues until nothing is due or the run ends.
 */
export const sweepDueScans = async (
  ports: SweepPorts,
  { now, signal }: RunContext,
): Promise<{ examined: number }> => {
  const work = (ref: ScanRef) => sweepScan(ref, ports, now);
  const range = { through: now.toISOString() };
  const queue = { record: 'scan', range, atOnce: scansAtOnce, work } as const;
  const { examined } = await workThroughQueue(queue, ports, signal);
  return { examined };
};
