import { bookCreditRefunds, RefundConflict, type Refund } from '@scangate/domain/credits/book-credit-refunds';
import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import { withLowCredits } from '@scangate/domain/events/emit/credits';
import { scanEvents } from '@scangate/domain/events/emit/scan';
import { Transient } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { isActive } from '@scangate/domain/scans/active-scan';
import { countCancelledScan, countEndedScan } from '@scangate/domain/scans/fairness/active-scans';
import { spendFailureBudget } from '@scangate/domain/scans/fairness/failure-budget';
import type { ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { DedupTakenConflict } from '@scangate/domain/scans/dedup';
import { endScan as planEnd, refundsAtOnce } from '@scangate/domain/scans/end-scan';
import { verdictTrend } from '@scangate/domain/tracking/trends';
import { gateOfEndedScan } from '@scangate/domain/tracking/gates/repository-gate';
import type { BlobRemover } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { AttestEnding } from '#app/evidence/attest-ending.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import type { ScanRef } from '../load-scan.ts';
import { loadEnding, type EndingStore } from './load-ending.ts';
import { loadPools } from './load-pools.ts';

export interface EndScanPorts {
  store: EndingStore &
    Pick<
      Store<
        | 'scan'
        | 'pool'
        | 'dedup'
        | 'ledgerEntry'
        | 'clientUsage'
        | 'storedEvent'
        | 'attestation'
        | 'repositoryGate'
        | 'trend'
        | 'repositoryTrend'
        | 'repository'
        | 'activeScans'
      >,
      'load' | 'commit' | 'get'
    >;
  blobs: BlobRemover<'incoming' | 'work'>;
}

type EndStore = EndScanPorts['store'];

/**
 * Books refunds in one transaction.
 * @returns false when one of them was booked before; then none is booked.
 */
const refundUnits = (
  { scan, refunds }: { scan: Scan; refunds: readonly Refund[] },
  store: EndStore,
  now: Date,
): Promise<boolean> =>
  retryOnConflict(limits.completeRefunds, async () => {
    const pools = await loadPools(scan.billingAccountId, store);
    try {
      await commitOrThrow(store, bookCreditRefunds(scan, { refunds, pools }, now.toISOString()));
      return true;
    } catch (error) {
      if (error instanceof RefundConflict) return false;
      throw error;
    }
  });

/**
 * Books the refunds that did not fit into the ending transaction, as many at once as in it, and one by one if an
 * earlier run booked some of them.
 */
const completeRefunds = async (scan: Scan, store: EndStore, now: Date): Promise<void> => {
  const later = new Set(scan.refundsDue);
  const due = decideCreditRefunds(scan).filter(({ unit }) => later.has(unit.projectUnitId));
  for (let from = 0; from < due.length; from += refundsAtOnce) {
    const refunds = due.slice(from, from + refundsAtOnce);
    if (await refundUnits({ scan, refunds }, store, now)) continue;
    for (const refund of refunds) await refundUnits({ scan, refunds: [refund] }, store, now);
  }
  await commitOrThrow(store, [
    {
      change: 'update',
      record: 'scan',
      id: { organizationId: scan.organizationId, scanId: scan.scanId },
      // A scan whose commit is still to be followed keeps its place.
      unset: ['refundsDue', ...(scan.unfollowedSince ? [] : (['dueQueue', 'dueAt'] as const))],
      when: [{ field: 'unfollowedSince', is: scan.unfollowedSince ? 'present' : 'absent' }],
      onConflict: () => new Transient('the scan is being followed'),
    },
  ]);
};

const removeArtifact = async (
  { organizationId, scanId, artifact }: Scan,
  blobs: EndScanPorts['blobs'],
): Promise<void> => {
  if (artifact) await blobs.remove({ area: 'incoming', organizationId, name: scanId });
};

/** Removes the objects that only a running scan needs. */
const removeWorkingObjects = async (scan: Scan, blobs: EndScanPorts['blobs']): Promise<void> => {
  await removeArtifact(scan, blobs);
  if (scan.artifact) return;
  const { organizationId, scanId, units, baseUnits = [] } = scan;
  const names = [
    ...units.map(({ projectUnitId }) => `${scanId}/${projectUnitId}`),
    ...baseUnits.map(({ projectUnitId }) => `${scanId}/base/${projectUnitId}`),
  ];
  await Promise.all(names.map((name) => blobs.remove({ area: 'work', organizationId, name })));
};

/** The end of a scan, with the function that signs it. */
interface DecidedEnd {
  scan: Scan;
  outcome: ScanOutcome;
  attest: AttestEnding | undefined;
  ownsDedup: boolean;
}

const commitEnd = async (
  { scan, outcome, attest, ownsDedup }: DecidedEnd,
  { store, blobs }: EndScanPorts,
  now: Date,
): Promise<Scan> => {
  // A failed scan is not processed again, so an artifact that is not removed before could stay forever.
  if (outcome.status === 'failed') await removeArtifact(scan, blobs);
  const { pools, payer, organization, repository, gate } = await loadEnding(scan, store);
  const planned = planEnd(scan, { outcome, pools, ownsDedup }, now);
  const events = organization ? scanEvents({ organization, repository, scan: planned.scan }) : [];
  const attested = attest ? await attest(planned.scan, { repository, account: payer?.state.account }) : [];
  const gated = gateOfEndedScan(planned.scan, { repository, gate });
  // Scans that pass or fail are counted when they are followed (docs/adr/0044-tracked-findings.md).
  const { verdict } = planned.scan;
  const isError = gated.length > 0 && verdict?.verdict === 'ERROR';
  const trend = isError ? verdictTrend(scan, verdict) : [];
  const at = now.toISOString();
  const counted = outcome.status === 'cancelled' ? countCancelledScan(scan, at) : countEndedScan(scan);
  const fair = [...counted, ...spendFailureBudget(planned.scan, repository, at)];
  const changes = [...planned.changes, ...gated, ...trend, ...fair, ...attested, ...events];
  await commitOrThrow(store, payer ? withLowCredits(changes, payer, at) : changes);
  return planned.scan;
};

interface ScanEnd extends ScanRef {
  outcomeOf: (scan: Scan) => ScanOutcome;
  attest?: AttestEnding | undefined;
}

/**
 * Ends a scan for the workflow, a cancellation, the rule on the execution's status and the sweep. The first of them
 * decides the outcome. It is safe to run twice and to be interrupted anywhere (docs/adr/0014-scan-workflow.md).
 * @param outcomeOf decides the outcome on the current scan. `attest` signs the verdict if there is one.
 * @returns the scan as it ended; undefined when there is none.
 */
export const endScan = async (
  { organizationId, scanId, outcomeOf, attest }: ScanEnd,
  ports: EndScanPorts,
  now: Date,
): Promise<Scan | undefined> => {
  let ownsDedup = true;
  const ended = await retryOnConflict(limits.endScan, async () => {
    const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
    if (!scan || !isActive(scan)) return scan;
    try {
      return await commitEnd({ scan, outcome: outcomeOf(scan), attest, ownsDedup }, ports, now);
    } catch (error) {
      if (error instanceof DedupTakenConflict) ownsDedup = false;
      throw error;
    }
  });
  if (!ended) return undefined;
  if (ended.refundsDue) await completeRefunds(ended, ports.store, now);
  await removeWorkingObjects(ended, ports.blobs);
  return ended;
};
