import type { MemoryBlobs } from '#adapters/memory/blobs.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import {
  activeStatuses,
  type LedgerEntry,
  type Pool,
  type Scan,
  type ScanUnit,
} from '@scangate/domain/records';
import { isLeased, wholePool } from '@scangate/domain/credits/leases/pool-lease';
import { promotionalCredits } from '@scangate/domain/promotions/promotional-credits';
import { poolNames } from '@scangate/domain/credits/credit-pool';

/** The records that have to agree with each other. */
export interface MoneyRecords {
  pools: Pool[];
  entries: LedgerEntry[];
  scans: Scan[];
  /** Organizations that were erased: their scans are gone, and the entries that a parent paid for stay. */
  erased?: ReadonlySet<string>;
}

/** The pools with what they have lent. */
export const wholePools = (store: MemoryStore): Pool[] => {
  const leases = store.all('poolLease');
  return store.all('pool').map((stored) => {
    if (!isLeased(stored)) return stored;
    const { accountId, pool: name } = stored;
    const own = leases.filter((lease) => lease.accountId === accountId && lease.pool === name);
    const whole = wholePool(stored, own);
    if (!whole) throw new Error(`the pool ${name} of ${accountId} has lost leases`);
    return whole;
  });
};

export const moneyRecords = (store: MemoryStore): MoneyRecords => ({
  pools: wholePools(store),
  entries: store.all('ledgerEntry'),
  scans: store.all('scan'),
});

const nameOf = (entry: LedgerEntry): string =>
  [entry.accountId, entry.pool, entry.scanId, entry.projectUnitId].join('/');

const poolViolations = ({ pools, entries }: MoneyRecords): string[] => {
  const byPool = Map.groupBy(entries, ({ accountId, pool }) => `${accountId} ${pool}`);
  return pools.flatMap((pool) => {
    const mine = byPool.get(`${pool.accountId} ${pool.pool}`) ?? [];
    const sum = mine.reduce((total, entry) => total + entry.amount, 0);
    const parts = pool.included + promotionalCredits(pool) + pool.purchased - pool.consumed;
    return [
      ...(sum === pool.available ? [] : [`${pool.pool}: the entries sum to ${sum}, not ${pool.available}`]),
      ...(pool.available >= 0 ? [] : [`${pool.pool}: overspent by ${-pool.available}`]),
      ...(parts === pool.available ? [] : [`${pool.pool}: its parts sum to ${parts}, not ${pool.available}`]),
    ];
  });
};

/** Allows at most one debit and one refund per scan, unit and pool, and requires that a refund equals its debit. */
const entryViolations = ({ entries }: MoneyRecords): string[] => {
  const ofScans = entries.filter((entry) => entry.scanId !== undefined);
  const consumed = Map.groupBy(
    ofScans.filter((entry) => entry.kind === 'consume'),
    nameOf,
  );
  const refunded = Map.groupBy(
    ofScans.filter((entry) => entry.kind === 'grant'),
    nameOf,
  );
  return [
    ...[...consumed].filter(([, some]) => some.length > 1).map(([name]) => `${name}: debited twice`),
    ...[...refunded].filter(([, some]) => some.length > 1).map(([name]) => `${name}: refunded twice`),
    ...[...refunded]
      .filter(([name, [refund]]) => consumed.get(name)?.[0]?.amount !== -(refund?.amount ?? 0))
      .map(([name]) => `${name}: refunds what was not debited`),
  ];
};

/** Whether a unit gave a result that is paid for: an unchanged one costs nothing unless its base was scanned beside it. */
const isPaid = ({ status, projectUnitId, reusedFrom }: ScanUnit, { baseUnits = [] }: Scan): boolean =>
  status === 'completed' &&
  (reusedFrom === undefined || baseUnits.some((unit) => unit.projectUnitId === projectUnitId));

/** Requires that an ended scan keeps the credits of units with a result of its own and refunds every other debited unit. */
const refundViolations = (scan: Scan, mine: readonly LedgerEntry[]): string[] => {
  if (activeStatuses.includes(scan.status) || scan.refundsDue) return [];
  return poolNames.flatMap((pool) => {
    const unitsOf = (kind: LedgerEntry['kind']) =>
      new Set(
        mine
          .filter((entry) => entry.kind === kind && entry.pool === pool)
          .map((entry) => entry.projectUnitId),
      );
    const refunded = unitsOf('grant');
    const completed = new Set(
      scan.units.filter((unit) => isPaid(unit, scan)).map((unit) => unit.projectUnitId),
    );
    return [...unitsOf('consume')]
      .filter((unit) => refunded.has(unit) === completed.has(String(unit)))
      .map((unit) => `${scan.status} scan, unit ${unit}: the refund of ${pool} is wrong`);
  });
};

/** Requires that a refund for an unchanged unit names work that was done in the same repository, and paid for. */
const reuseViolations = ({ scans, entries, erased }: MoneyRecords): string[] => {
  const byId = new Map(scans.map((scan) => [scan.scanId, scan]));
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(nameOf(entry), (sums.get(nameOf(entry)) ?? 0) + entry.amount);
  return entries.flatMap((entry) => {
    if (entry.source !== 'unchanged_unit_refund' || erased?.has(entry.organizationId ?? '')) return [];
    const { scanId = '', projectUnitId } = entry;
    const scan = byId.get(scanId);
    const unit = scan?.units.find((one) => one.projectUnitId === projectUnitId);
    const from = byId.get(unit?.reusedFrom ?? '');
    const paid = sums.get(nameOf({ ...entry, scanId: from?.scanId ?? '' })) ?? 0;
    const isCovered =
      from !== undefined &&
      !activeStatuses.includes(from.status) &&
      from.repositoryId === scan?.repositoryId &&
      from.organizationId === scan.organizationId &&
      paid < 0;
    return isCovered ? [] : [`${nameOf(entry)}: nobody paid for the work that is reused`];
  });
};

/** Requires that a scan is queued exactly while something is left to do, and has a verdict exactly when it ended. */
const stateViolations = (scan: Scan): string[] => {
  const isScanActive = activeStatuses.includes(scan.status);
  const isQueued = scan.dueQueue !== undefined && scan.dueAt !== undefined;
  const shouldBeQueued = isScanActive || scan.refundsDue !== undefined;
  return [
    ...(isQueued === shouldBeQueued ? [] : [`a ${scan.status} scan is ${isQueued ? '' : 'not '}queued`]),
    ...((scan.verdict !== undefined) === !isScanActive
      ? []
      : [`a ${scan.status} scan and its verdict disagree`]),
    ...((scan.finishedAt !== undefined) === !isScanActive
      ? []
      : [`a ${scan.status} scan and its end disagree`]),
    ...(scan.units.some((unit) => activeStatuses.includes(unit.status) !== isScanActive)
      ? [`a ${scan.status} scan has units in ${scan.units.map(({ status }) => status).join(', ')}`]
      : []),
  ];
};

/** Every violation in the records. */
export const violationsOf = (records: MoneyRecords): string[] => {
  const entriesOfScan = Map.groupBy(records.entries, ({ scanId }) => scanId);
  return [
    ...poolViolations(records),
    ...entryViolations(records),
    ...reuseViolations(records),
    ...records.scans.flatMap((scan) => [
      ...stateViolations(scan),
      ...refundViolations(scan, entriesOfScan.get(scan.scanId) ?? []),
    ]),
  ];
};

/** Uploaded artifacts of scans that did not complete, which should be deleted. */
export const leftoverArtifacts = (scans: readonly Scan[], blobs: MemoryBlobs): string[] =>
  scans
    .filter((scan) => scan.status === 'failed' || scan.status === 'cancelled')
    .map((scan) => `incoming/${scan.organizationId}/${scan.scanId}`)
    .filter((name) => blobs.objects.has(name));
