import { RefundConflict, bookRefunds } from '@scangate/domain/credits/book-refunds';
import { PoolConflict } from '@scangate/domain/credits/pool-conflict';
import { Transient } from '@scangate/domain/problem';
import { activeStatuses, type Scan } from '@scangate/domain/records';
import { ScanEndedConflict, ScanUnitsConflict } from '@scangate/domain/scans/active-scan';
import { decideRefunds } from '@scangate/domain/credits/decide-refunds';
import type { ScanOutcome } from '@scangate/domain/scans/conclude-scan';
import { endScan as planEnd } from '@scangate/domain/scans/end-scan';
import { maxUnitsPerScan } from '@scangate/engines/units/discover-units';
import type { BlobRemover } from '#ports/blobs.ts';
import { failedConditionError, type Store } from '#ports/store.ts';
import { loadPools } from './load-pools.ts';

type EndingStore = Pick<Store<'scan' | 'pool' | 'dedup' | 'ledgerEntry'>, 'load' | 'commit' | 'get'>;

export interface EndScanPorts {
  store: EndingStore;
  blobs: BlobRemover<'incoming' | 'work'>;
}

interface ScanRef {
  organizationId: string;
  scanId: string;
}

/** Each try that fails means that a unit was charged or a pool refilled meanwhile; a scan has only so many units. */
const attempts = maxUnitsPerScan + 10;

/** Gives back, unit by unit, what did not fit the ending transaction; run twice, it finds the entries there. */
const completeRefunds = async (scan: Scan, store: EndingStore, now: Date): Promise<void> => {
  const due = decideRefunds(scan).filter(({ unit }) => scan.refundsDue?.includes(unit.projectUnitId));
  for (const refund of due) {
    for (let attempt = 0; ; attempt++) {
      const pools = await loadPools(scan.billingAccountId, store);
      const refusal = await store.commit(bookRefunds(scan, { refunds: [refund], pools }, now.toISOString()));
      const error = refusal && failedConditionError(refusal);
      if (!error || error instanceof RefundConflict) break;
      if (!(error instanceof PoolConflict) || attempt === attempts) throw error;
    }
  }
  await store.commit([
    {
      change: 'update',
      record: 'scan',
      id: { organizationId: scan.organizationId, scanId: scan.scanId },
      unset: ['refundsDue', 'dueQueue', 'dueAt'],
    },
  ]);
};

const removeArtifact = async (
  { organizationId, scanId, artifact }: Scan,
  blobs: EndScanPorts['blobs'],
): Promise<void> => {
  if (artifact) await blobs.remove({ area: 'incoming', organizationId, name: scanId });
};

/** What a scan stored while it ran is not needed once it ended. */
const removeStored = async (scan: Scan, blobs: EndScanPorts['blobs']): Promise<void> => {
  await removeArtifact(scan, blobs);
  if (scan.artifact) return;
  const { organizationId, scanId } = scan;
  await Promise.all(
    scan.units.map((unit) =>
      blobs.remove({ area: 'work', organizationId, name: `${scanId}/${unit.projectUnitId}` }),
    ),
  );
};

const commitEnd = async (
  scan: Scan,
  outcome: ScanOutcome,
  { store, blobs }: EndScanPorts,
  now: Date,
): Promise<Scan | undefined> => {
  // Before it is failed: afterwards nobody looks at it again, and an uploaded lockfile would stay (spec, transitions).
  if (outcome.status === 'failed') await removeArtifact(scan, blobs);
  const planned = planEnd(scan, outcome, await loadPools(scan.billingAccountId, store), now);
  const refusal = await store.commit(planned.changes);
  if (!refusal) return planned.scan;
  const error = failedConditionError(refusal);
  if (
    error instanceof ScanEndedConflict ||
    error instanceof ScanUnitsConflict ||
    error instanceof PoolConflict
  )
    return undefined;
  throw error;
};

/**
 * Ends a scan, whoever asks: the workflow, a cancellation, the status-change rule or the sweep. The first one wins;
 * for the others it is done. Safe to run twice and to be cut anywhere.
 * @param outcomeOf decides from the scan as it is now. @returns the scan as it ended, undefined when there is none.
 */
export const endScan = async (
  ref: ScanRef,
  outcomeOf: (scan: Scan) => ScanOutcome,
  ports: EndScanPorts,
  now: Date,
): Promise<Scan | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const scan = await ports.store.get('scan', ref, { consistent: true });
    if (!scan) return undefined;
    const ended = activeStatuses.includes(scan.status)
      ? await commitEnd(scan, outcomeOf(scan), ports, now)
      : scan;
    if (!ended) continue;
    if (ended.refundsDue) await completeRefunds(ended, ports.store, now);
    await removeStored(ended, ports.blobs);
    return ended;
  }
  throw new Transient('the scan could not be ended now');
};
