import { uncountClientUsage } from '../budgets/client-budget.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, Pool, Scan, ScanUnit } from '../records.ts';
import {
  expireRefunds,
  refundExpiryEntry,
  sameGrants,
  type ExpiredRefund,
  type RefundedDebit,
} from '../promotions/promotional-credits.ts';
import { PoolConflict, poolNames, type PoolName } from './credit-pool.ts';

/** Why the credits of a unit are refunded. */
type RefundSource = 'scan_failure_refund' | 'scan_cancelled_refund' | 'unit_absent_refund';

export interface Refund {
  unit: Pick<ScanUnit, 'projectUnitId' | 'charge' | 'promotionsVersions'>;
  source: RefundSource;
}

export type Pools = Partial<Record<PoolName, Pool>>;

/** The ledger already has the refund: an earlier try booked it. */
export class RefundConflict extends Conflict {
  constructor() {
    super('the ledger already has this refund');
  }
}

interface PoolRefund {
  amount: number;
  /** Whether the debits belong to the pool's present period. */
  isSamePeriod: boolean;
  expired: ExpiredRefund | undefined;
}

type RefundedScan = Pick<
  Scan,
  'scanId' | 'organizationId' | 'billingAccountId' | 'sourceTrigger' | 'chargedPeriods' | 'clientMonth'
>;

const refundEntry = (
  scan: RefundedScan,
  { refund: { unit, source }, pool }: { refund: Refund; pool: PoolName },
  now: Instant,
): Change<'ledgerEntry'> => ({
  change: 'insert',
  record: 'ledgerEntry',
  item: {
    accountId: scan.billingAccountId,
    pool,
    cause: `refund#${scan.scanId}#${unit.projectUnitId}`,
    at: now,
    kind: 'grant',
    amount: unit.charge[pool] ?? 0,
    source,
    scanId: scan.scanId,
    projectUnitId: unit.projectUnitId,
    sourceTrigger: scan.sourceTrigger,
    organizationId: scan.organizationId,
  },
  onConflict: () => new RefundConflict(),
});

/**
 * Within the period of the debit a refund undoes it. In a later period it adds to the included credits, so that a credit
 * that would have expired does not become permanent. The period in the pool's record decides, not the clock.
 */
const refundToPool = (pool: Pool, { amount, isSamePeriod, expired }: PoolRefund): Change<'pool'> => {
  const restored = amount - (expired?.lost ?? 0);
  const { lost: _lost, promotionsVersion, ...set } = expired ?? {};
  return {
    change: 'update',
    record: 'pool',
    id: { accountId: pool.accountId, pool: pool.pool },
    ...(promotionsVersion !== undefined && { set: { ...set, promotionsVersion } }),
    add: isSamePeriod
      ? { available: restored, consumed: -restored }
      : { available: restored, included: restored },
    when: [{ field: 'periodStartAt', is: 'equal', value: pool.periodStartAt }, ...sameGrants(pool, expired)],
    onConflict: () => new PoolConflict(),
  };
};

const debitOf =
  (pool: PoolName) =>
  ({ unit: { charge, promotionsVersions } }: Refund): RefundedDebit => ({
    amount: charge[pool] ?? 0,
    promotionsVersion: promotionsVersions?.[pool] ?? 0,
  });

/** Expires, in the transaction of the refunds, what they would restore of grants that have expired since. */
const expiryEntries = (
  { scanId, organizationId }: RefundedScan,
  { pool, refunds, lost }: { pool: Pool; refunds: readonly Refund[]; lost: number },
  now: Instant,
): Change<'ledgerEntry'>[] => {
  const [first] = refunds;
  if (!first || lost === 0) return [];
  const { projectUnitId } = first.unit;
  const item = refundExpiryEntry(pool, { scanId, organizationId, projectUnitId, lost }, now);
  return [{ change: 'insert', record: 'ledgerEntry', item, onConflict: () => new RefundConflict() }];
};

const totalOf = (refunds: readonly Refund[]): Record<PoolName, number> => {
  const of = (name: PoolName) => refunds.reduce((sum, { unit }) => sum + (unit.charge[name] ?? 0), 0);
  return { core: of('core'), sast: of('sast') };
};

/** Books refunds that decide-refunds.ts decided: each unit's credits return to the pools they came from. */
export const bookRefunds = (
  scan: RefundedScan,
  { refunds, pools }: { refunds: readonly Refund[]; pools: Pools },
  now: Instant,
): Change<'pool' | 'ledgerEntry' | 'clientUsage'>[] => [
  ...poolNames.flatMap((name): Change<'pool' | 'ledgerEntry'>[] => {
    const due = refunds.filter(({ unit }) => (unit.charge[name] ?? 0) > 0);
    const pool = pools[name];
    if (due.length === 0) return [];
    if (!pool) throw new Error(`the pool ${name} of the account is missing`);
    const amount = due.reduce((sum, { unit }) => sum + (unit.charge[name] ?? 0), 0);
    const entries = due.map((refund) => refundEntry(scan, { refund, pool: name }, now));
    const isSamePeriod = scan.chargedPeriods[name] === pool.periodStartAt;
    const expired = isSamePeriod ? expireRefunds(pool, due.map(debitOf(name))) : undefined;
    return [
      ...entries,
      ...expiryEntries(scan, { pool, refunds: due, lost: expired?.lost ?? 0 }, now),
      refundToPool(pool, { amount, isSamePeriod, expired }),
    ];
  }),
  ...uncountClientUsage(scan, totalOf(refunds)),
];
