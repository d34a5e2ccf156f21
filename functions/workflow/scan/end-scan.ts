import { AlreadyRefunded, PoolMoved, refundScan } from '../../../lib/domain/billing/refund-scan.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import { activeStatuses, type Scan } from '../../../lib/domain/records.ts';
import { AlreadyEnded, ScanMoved } from '../../../lib/domain/scans/active-scan.ts';
import { endScan as planEnd, refundsOf, type Outcome } from '../../../lib/domain/scans/end-scan.ts';
import { maxUnitsPerScan } from '../../../lib/domain/scans/find-units.ts';
import type { BlobRemover } from '../../../lib/ports/blobs.ts';
import { refusalError, type Store } from '../../../lib/ports/store.ts';
import { loadPools } from './load-pools.ts';

type EndingStore = Pick<Store<'scan' | 'pool' | 'dedup' | 'ledgerEntry'>, 'load' | 'commit' | 'get'>;

export interface EndingPorts {
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
  const due = refundsOf(scan).filter(({ unit }) => scan.refundsDue?.includes(unit.projectUnitId));
  for (const refund of due) {
    for (let attempt = 0; ; attempt++) {
      const pools = await loadPools(scan.billingAccountId, store);
      const refusal = await store.commit(refundScan(scan, [refund], pools, now.toISOString()));
      const error = refusal && refusalError(refusal);
      if (!error || error instanceof AlreadyRefunded) break;
      if (!(error instanceof PoolMoved) || attempt === attempts) throw error;
    }
  }
  await store.commit([
    {
      change: 'update',
      record: 'scan',
      id: { organizationId: scan.organizationId, scanId: scan.scanId },
      unset: ['refundsDue', 'open', 'dueAt'],
    },
  ]);
};

const removeArtifact = async (
  { organizationId, scanId, artifact }: Scan,
  blobs: EndingPorts['blobs'],
): Promise<void> => {
  if (artifact) await blobs.remove({ area: 'incoming', organizationId, name: scanId });
};

/** What a scan stored while it ran is not needed once it ended. */
const removeStored = async (scan: Scan, blobs: EndingPorts['blobs']): Promise<void> => {
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
  outcome: Outcome,
  { store, blobs }: EndingPorts,
  now: Date,
): Promise<Scan | undefined> => {
  // Before it is failed: afterwards nobody looks at it again, and an uploaded lockfile would stay (spec, transitions).
  if (outcome.status === 'failed') await removeArtifact(scan, blobs);
  const planned = planEnd(scan, outcome, await loadPools(scan.billingAccountId, store), now);
  const refusal = await store.commit(planned.changes);
  if (!refusal) return planned.scan;
  const error = refusalError(refusal);
  if (error instanceof AlreadyEnded || error instanceof ScanMoved || error instanceof PoolMoved)
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
  outcomeOf: (scan: Scan) => Outcome,
  ports: EndingPorts,
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
