import { uncountClientUsage } from '../accounts/client-budget.ts';
import type { Change } from '../record-changes.ts';
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

/** The reason why the credits of a unit are refunded. */
type RefundSource =
  | 'scan_failure_refund'
  | 'scan_cancelled_refund'
  | 'unit_absent_refund'
  | 'unchanged_unit_refund'
  | 'history_scan_refund';

export interface Refund {
  unit: Pick<ScanUnit, 'projectUnitId' | 'charge' | 'promotionsVersions' | 'chargedPeriods'>;
  source: RefundSource;
}

export type Pools = Partial<Record<PoolName, Pool>>;

/** Thrown when the ledger already has the refund: an earlier try booked it. */
export class RefundConflict extends Conflict {
  constructor() {
    super('the ledger already has this refund');
  }
}

interface PoolRefund {
  /** The credits of debits in the pool's present period, and of those in earlier ones. */
  present: number;
  earlier: number;
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
 * Within the period of the debit, a refund undoes it. In a later period it adds to the included credits, so that a
 * credit that would have expired does not become permanent. The period in the pool's record decides, not the clock.
 */
const refundToPool = (pool: Pool, { present, earlier, expired }: PoolRefund): Change<'pool'> => {
  const restored = present - (expired?.lost ?? 0);
  const { lost: _lost, promotionsVersion, ...set } = expired ?? {};
  return {
    change: 'update',
    record: 'pool',
    id: { accountId: pool.accountId, pool: pool.pool },
    ...(promotionsVersion !== undefined && { set: { ...set, promotionsVersion } }),
    add: {
      available: restored + earlier,
      ...(present > 0 && { consumed: -restored }),
      ...(earlier > 0 && { included: earlier }),
    },
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

/**
 * Expires, in the transaction of the refunds, the credits that they would restore to grants that have expired since.
 */
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

const amountOf = (refunds: readonly Refund[], name: PoolName): number =>
  refunds.reduce((sum, { unit }) => sum + (unit.charge[name] ?? 0), 0);

const totalOf = (refunds: readonly Refund[]): Record<PoolName, number> => ({
  core: amountOf(refunds, 'core'),
  sast: amountOf(refunds, 'sast'),
});

/** Books refunds that `decideCreditRefunds` decided: each unit's credits return to the pools from which they came. */
export const bookCreditRefunds = (
  scan: RefundedScan,
  { refunds, pools }: { refunds: readonly Refund[]; pools: Pools },
  now: Instant,
): Change<'pool' | 'ledgerEntry' | 'clientUsage'>[] => [
  ...poolNames.flatMap((name): Change<'pool' | 'ledgerEntry'>[] => {
    const due = refunds.filter(({ unit }) => (unit.charge[name] ?? 0) > 0);
    const pool = pools[name];
    if (due.length === 0) return [];
    if (!pool) throw new Error(`the pool ${name} of the account is missing`);
    const entries = due.map((refund) => refundEntry(scan, { refund, pool: name }, now));
    const periodOf = ({ unit }: Refund) => unit.chargedPeriods?.[name] ?? scan.chargedPeriods[name];
    const inPeriod = due.filter((refund) => periodOf(refund) === pool.periodStartAt);
    const expired = expireRefunds(pool, inPeriod.map(debitOf(name)));
    const present = amountOf(inPeriod, name);
    const earlier = amountOf(due, name) - present;
    return [
      ...entries,
      ...expiryEntries(scan, { pool, refunds: due, lost: expired?.lost ?? 0 }, now),
      refundToPool(pool, { present, earlier, expired }),
    ];
  }),
  ...uncountClientUsage(scan, totalOf(refunds)),
];
