import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { mayBeResumed } from '@scangate/domain/scans/scan-deadlines';
import type { WorkflowStopper } from '#ports/workflow.ts';
import type { ScanRef } from './load-scan.ts';
import { endScan, type EndScanPorts } from './workflow/end-scan.ts';

/**
 * Cancels an active scan, refunds its credits and stops its workflow. Canceling it again changes nothing.
 * @throws Problem scan_not_found, or conflict when the scan ended in another way.
 */
export const cancelScan = async (
  ref: ScanRef,
  { workflow, ...ports }: EndScanPorts & { workflow: WorkflowStopper },
  now: Date,
): Promise<Scan> => {
  const scan = await endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports, now);
  if (!scan) throw new Problem('scan_not_found');
  const { status } = scan;
  if (status !== 'cancelled') {
    throw new Problem('conflict', { detail: `The scan has already ${status}.`, scanStatus: status });
  }
  await workflow.stop({ ...ref, wasResumed: mayBeResumed(scan, now) }, 'cancelled by a client');
  return scan;
};
