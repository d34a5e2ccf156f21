import type { PortsOf } from '#contract/ports-of.ts';
import { activeStatuses, type Scan } from '@scangate/domain/records';
import { instantAfter } from '@scangate/domain/instant';
import { queueShards } from '@scangate/domain/due-queue';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { errorFields, log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWorkflowStarter } from '#runtime/wire/workflow.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { spec as sweepScans } from './function.ts';

type Ports = PortsOf<(typeof sweepScans)['needs']>;

/** Scans looked at per shard and run; the next run goes on, as what was done is not due any more. */
const batch = 100;

/** A queued scan that was never started gets this long in all before it is given up. */
const givenUpMs = deadlines.workflowMs + deadlines.graceMs;

const isGivenUp = (scan: Scan, now: Date): boolean =>
  scan.status === 'running' || now.getTime() - Date.parse(scan.createdAt) > givenUpMs;

/** Starts it, and looks again later: starting what runs already is success. */
const startAgain = async (scan: Scan, { store, workflow }: Ports, now: Date): Promise<void> => {
  const { organizationId, scanId } = scan;
  await workflow.start({ organizationId, scanId });
  await store.commit([
    {
      change: 'update',
      record: 'scan',
      id: { organizationId, scanId },
      set: { dueAt: instantAfter(now, deadlines.graceMs) },
      when: [{ field: 'status', is: 'equal', value: 'queued' }],
    },
  ]);
};

const settle = async (
  ref: { organizationId: string; scanId: string },
  ports: Ports,
  now: Date,
): Promise<void> => {
  const scan = await ports.store.get('scan', ref, { consistent: true });
  if (!scan) return;
  const active = activeStatuses.includes(scan.status);
  if (active && !isGivenUp(scan, now)) {
    await startAgain(scan, ports, now);
    return;
  }
  const failure = { errorCode: 'workflow_timeout' as const, error: 'The scan took longer than it may.' };
  await endScan(ref, () => ({ status: 'failed', failure }), ports, now);
  if (active) emitMetric('ScansEndedBySweep', 1);
};

/** No scan stays without a terminal state, whatever was lost on the way (scanning.md, "Workflow"). */
export const sweepDueScans = async (
  _event: unknown,
  ports: Ports,
  { now }: TaskContext,
): Promise<{ looked: number }> => {
  let looked = 0;
  for (const shard of queueShards) {
    const due = await ports.store.listDue('scan', shard, { through: now.toISOString(), limit: batch });
    for (const ref of due.items) {
      looked++;
      await settle(ref, ports, now).catch((error: unknown) =>
        log.error('a scan could not be swept', { scanId: ref.scanId, ...errorFields(error) }),
      );
    }
  }
  return { looked };
};

export const handler = task(
  sweepScans,
  { store: wireStore, blobs: wireBlobRemover, workflow: wireWorkflowStarter },
  sweepDueScans,
);
