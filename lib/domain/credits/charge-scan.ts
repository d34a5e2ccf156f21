import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { Problem } from '../problem.ts';
import type { Instant, Pool, Scan, ScanUnit } from '../records.ts';
import { sameGrants } from '../promotions/promotional-credits.ts';
import type { Pools } from './book-credit-refunds.ts';
import { PoolConflict, poolNames, type PoolName } from './credit-pool.ts';
import { totalCharge } from './scan-price.ts';

/** Thrown when the ledger already has the debit: an earlier try booked it. */
class ChargeConflict extends Conflict {
  constructor() {
    super('the ledger already has this debit');
  }
}

/** The facts of paid work that its ledger entries name. */
export type ChargedScan = Pick<
  Scan,
  'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'personId'
> & {
  /** Set for anything other than a scan of a commit, whose debit may be refunded in part. */
  source?: 'history_scan';
};

/** One entry per unit and pool. Its cause makes a second debit impossible. */
const consumeEntries = (
  scan: ChargedScan,
  units: readonly ScanUnit[],
  now: Instant,
): Change<'ledgerEntry'>[] =>
  units.flatMap((unit) =>
    poolNames
      .filter((pool) => (unit.charge[pool] ?? 0) > 0)
      .map((pool): Change<'ledgerEntry'> => ({
        change: 'insert',
        record: 'ledgerEntry',
        item: {
          accountId: scan.billingAccountId,
          pool,
          cause: `consume#${scan.scanId}#${unit.projectUnitId}`,
          at: now,
          kind: 'consume',
          amount: -(unit.charge[pool] ?? 0),
          ...(scan.source && { source: scan.source }),
          scanId: scan.scanId,
          projectUnitId: unit.projectUnitId,
          sourceTrigger: scan.sourceTrigger,
          organizationId: scan.organizationId,
          personId: scan.personId,
        },
        onConflict: () => new ChargeConflict(),
      })),
  );

/** The refusal when a pool cannot pay. The other pool never pays in its place. */
export const insufficientCredits = (pool: PoolName, required: number, found: Pool | undefined): Problem => {
  const balance = found?.available ?? 0;
  return new Problem('insufficient_credits', {
    detail: `The ${pool} pool has ${balance} credits; ${required} are needed.`,
    pool,
    balance,
    required,
  });
};

/**
 * The condition that the pool still has the grants and the period with which a debit is stamped; none without
 * grants.
 */
const sameStamps = (pool: Pool | undefined) => {
  const grants = sameGrants(pool);
  return pool && grants.length > 0
    ? [...grants, { field: 'periodStartAt', is: 'equal', value: pool.periodStartAt } as const]
    : [];
};

/** Makes one conditional debit per pool. The condition is on the stored balance, so that a pool cannot be overspent. */
const debits = (
  accountId: string,
  { total, pools, debitedAt }: { total: Record<PoolName, number>; pools: Pools; debitedAt?: Instant },
): Change<'pool'>[] =>
  poolNames
    .filter((pool) => total[pool] > 0)
    .map((pool) => {
      const when = sameStamps(pools[pool]);
      const isStale = (found: Pool | undefined): boolean =>
        when.some(({ field, value }) => found?.[field] !== value);
      return {
        change: 'update',
        record: 'pool',
        id: { accountId, pool },
        add: { available: -total[pool], consumed: total[pool] },
        floor: { available: total[pool] },
        ...(debitedAt !== undefined && { set: { debitedAt } }),
        ...(when.length > 0 && { when }),
        onConflict: (found) =>
          isStale(found) ? new PoolConflict() : insufficientCredits(pool, total[pool], found),
      };
    });

type Stamps = Pick<ScanUnit, 'promotionsVersions' | 'chargedPeriods'>;

/**
 * Stamps a unit with the promotional grants of the pools that it is debited from, and with their periods if another
 * one has begun since the creation of its scan (book-credit-refunds.ts).
 */
export const stampUnit = (
  unit: ScanUnit,
  pools: Pools,
  ofCreation: Scan['chargedPeriods'] = {},
): ScanUnit => {
  const stamps: Stamps = {};
  for (const name of poolNames) {
    const { promotionsVersion: version, periodStartAt } = pools[name] ?? {};
    if ((unit.charge[name] ?? 0) === 0 || periodStartAt === undefined) continue;
    if (version !== undefined) stamps.promotionsVersions = { ...stamps.promotionsVersions, [name]: version };
    if ((ofCreation[name] ?? periodStartAt) !== periodStartAt)
      stamps.chargedPeriods = { ...stamps.chargedPeriods, [name]: periodStartAt };
  }
  return { ...unit, ...stamps };
};

/**
 * Charges units of a scan, in the same transaction that adds the units to the scan.
 * @param charged the units, stamped by `stampUnit`, and the pools as read. With `isCreation`, the pools record the
 * time of the debit.
 */
export const chargeScan = (
  scan: ChargedScan,
  { units, pools, isCreation }: { units: readonly ScanUnit[]; pools: Pools; isCreation?: true },
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] => [
  ...consumeEntries(scan, units, now),
  ...debits(scan.billingAccountId, {
    total: totalCharge(units),
    pools,
    ...(isCreation && { debitedAt: now }),
  }),
];
