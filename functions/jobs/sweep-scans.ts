import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { activeStatuses, type Scan } from '../../lib/domain/records.ts';
import { after } from '../../lib/domain/instant.ts';
import { openShards } from '../../lib/domain/open-index.ts';
import { deadlines } from '../../lib/domain/scans/deadlines.ts';
import { errorFields, log, metric } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireRemover } from '../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { wireStarter } from '../../lib/runtime/wire/workflow.ts';
import { endScan } from '../workflow/scan/end-scan.ts';
import { sweepScans } from './index.ts';

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
      set: { dueAt: after(now, deadlines.graceMs) },
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
  if (active) metric('ScansEndedBySweep', 1);
};

/** No scan stays without a terminal state, whatever was lost on the way (scanning.md, "Workflow"). */
export const sweep = async (
  _event: unknown,
  ports: Ports,
  { now }: StepContext,
): Promise<{ looked: number }> => {
  let looked = 0;
  for (const shard of openShards) {
    const due = await ports.store.open('scan', shard, { through: now.toISOString(), limit: batch });
    for (const ref of due.items) {
      looked++;
      await settle(ref, ports, now).catch((error: unknown) =>
        log.error('a scan could not be swept', { scanId: ref.scanId, ...errorFields(error) }),
      );
    }
  }
  return { looked };
};

export const handler = step(
  sweepScans,
  { store: wireStore, blobs: wireRemover, workflow: wireStarter },
  sweep,
);
