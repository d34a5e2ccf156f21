import type { MemoryBlobs } from '#adapters/memory/blobs.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { activeStatuses, type LedgerEntry, type Pool, type Scan } from '@scangate/domain/records';
import { poolNames } from '@scangate/domain/credits/credit-pool';

/** All records that have to agree with each other. */
export interface MoneyRecords {
  pools: Pool[];
  entries: LedgerEntry[];
  scans: Scan[];
}

export const moneyRecords = (store: MemoryStore): MoneyRecords => ({
  pools: store.all('pool'),
  entries: store.all('ledgerEntry'),
  scans: store.all('scan'),
});

const nameOf = (entry: LedgerEntry): string =>
  [entry.accountId, entry.pool, entry.scanId, entry.projectUnitId].join('/');

const poolFaults = ({ pools, entries }: MoneyRecords): string[] =>
  pools.flatMap((pool) => {
    const mine = entries.filter((entry) => entry.accountId === pool.accountId && entry.pool === pool.pool);
    const sum = mine.reduce((total, entry) => total + entry.amount, 0);
    const parts = pool.included + pool.purchased - pool.consumed;
    return [
      ...(sum === pool.available ? [] : [`${pool.pool}: the entries sum to ${sum}, not ${pool.available}`]),
      ...(pool.available >= 0 ? [] : [`${pool.pool}: overspent by ${-pool.available}`]),
      ...(parts === pool.available ? [] : [`${pool.pool}: its parts make ${parts}, not ${pool.available}`]),
    ];
  });

/** At most one debit and one refund per scan, unit and pool; a refund gives back what its debit took. */
const entryFaults = ({ entries }: MoneyRecords): string[] => {
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
      .map(([name]) => `${name}: gives back what was not taken`),
  ];
};

/** Credits of an ended scan: kept for a unit with a result, given back for every other that was debited. */
const settlementFaults = (scan: Scan, { entries }: MoneyRecords): string[] => {
  if (activeStatuses.includes(scan.status) || scan.refundsDue) return [];
  const mine = entries.filter((entry) => entry.scanId === scan.scanId);
  return poolNames.flatMap((pool) => {
    const unitsOf = (kind: LedgerEntry['kind']) =>
      new Set(
        mine
          .filter((entry) => entry.kind === kind && entry.pool === pool)
          .map((entry) => entry.projectUnitId),
      );
    const refunded = unitsOf('grant');
    const completed = new Set(
      scan.units.filter(({ status }) => status === 'completed').map((unit) => unit.projectUnitId),
    );
    return [...unitsOf('consume')]
      .filter((unit) => refunded.has(unit) === completed.has(String(unit)))
      .map((unit) => `${scan.status} scan, unit ${unit}: the refund of ${pool} is wrong`);
  });
};

/** No open scan without a time to look at it; no ended one with anything left to do; a verdict with the end. */
const stateFaults = (scan: Scan): string[] => {
  const active = activeStatuses.includes(scan.status);
  const open = scan.dueQueue !== undefined && scan.dueAt !== undefined;
  const shouldBeOpen = active || scan.refundsDue !== undefined;
  return [
    ...(open === shouldBeOpen ? [] : [`a ${scan.status} scan is ${open ? '' : 'not '}open`]),
    ...((scan.verdict !== undefined) === !active ? [] : [`a ${scan.status} scan and its verdict disagree`]),
    ...((scan.finishedAt !== undefined) === !active ? [] : [`a ${scan.status} scan and its end disagree`]),
    ...(scan.units.some((unit) => activeStatuses.includes(unit.status) !== active)
      ? [`a ${scan.status} scan has units in ${scan.units.map(({ status }) => status).join(', ')}`]
      : []),
  ];
};

/** Whatever in the books does not hold (billing.md, "Always true"). */
export const violationsOf = (books: MoneyRecords): string[] => [
  ...poolFaults(books),
  ...entryFaults(books),
  ...books.scans.flatMap((scan) => [...stateFaults(scan), ...settlementFaults(scan, books)]),
];

/** Uploaded artifacts that outlived a scan which did not complete. */
export const leftoverArtifacts = (scans: readonly Scan[], blobs: MemoryBlobs): string[] =>
  scans
    .filter((scan) => scan.status === 'failed' || scan.status === 'cancelled')
    .map((scan) => `incoming/${scan.organizationId}/${scan.scanId}`)
    .filter((name) => blobs.objects.has(name));
