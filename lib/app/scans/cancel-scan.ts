import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { mayBeResumed } from '@scangate/domain/scans/scan-deadlines';
import type { WorkflowStopper } from '#ports/workflow.ts';
import type { BlobWriter } from '#ports/blobs.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { ScanRef } from './load-scan.ts';
import { markAsStopped } from './scan-end.ts';
import { endScan, type EndScanPorts } from './workflow/end-scan.ts';

type CancelScanPorts = EndScanPorts & {
  workflow: WorkflowStopper;
  blobs: BlobWriter<'stopped'>;
  log: Log;
};

/**
 * Cancels an active scan, refunds its credits and stops its workflow and its running tasks. Canceling it again changes nothing.
 * @throws Problem scan_not_found, or conflict when the scan ended in another way.
 */
export const cancelScan = async (
  ref: ScanRef,
  { workflow, log, ...ports }: CancelScanPorts,
  now: Date,
): Promise<Scan> => {
  const scan = await endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports, now);
  if (!scan) throw new Problem('scan_not_found');
  const { status } = scan;
  if (status !== 'cancelled') {
    throw new Problem('conflict', { detail: `The scan has already ${status}.`, scanStatus: status });
  }
  await Promise.all([
    workflow.stop({ ...ref, wasResumed: mayBeResumed(scan, now) }, 'canceled by a client'),
    markAsStopped(ref, ports.blobs).catch((error: unknown) =>
      log.warn('the fetch of a canceled scan goes on', { scanId: ref.scanId, ...errorFields(error) }),
    ),
  ]);
  return scan;
};
