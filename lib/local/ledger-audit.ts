import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { fromItem, type Item } from '../adapters/dynamodb/items.ts';
import type { LedgerEntry, Pool, Scan } from '../domain/records.ts';
import { activeStatuses } from '../domain/records.ts';

interface AuditedPool {
  organizationId: string;
  pool: string;
  available: number;
  sumOfEntries: number;
}

export interface LedgerAudit {
  ok: boolean;
  pools: AuditedPool[];
  violations: string[];
}

const itemsOf = async (client: DynamoDBDocumentClient, TableName: string): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName, ConsistentRead: true })) {
    items.push(...((page.Items ?? []) as Item[]));
  }
  return items;
};

const isSort = (item: Item, prefix: string): boolean => String(item['sk']).startsWith(prefix);

/** Every refund gives back what one debit of the same scan, unit and pool took. */
const refundFaults = (entries: readonly LedgerEntry[]): string[] => {
  const byCause = new Map(entries.map((entry) => [`${entry.accountId}#${entry.pool}#${entry.cause}`, entry]));
  return entries
    .filter((entry) => entry.cause.startsWith('refund#'))
    .filter((entry) => {
      const debit = byCause.get(
        `${entry.accountId}#${entry.pool}#${entry.cause.replace('refund#', 'consume#')}`,
      );
      return debit?.amount !== -entry.amount;
    })
    .map((entry) => `${entry.accountId} ${entry.pool}: ${entry.cause} gives back what was not taken`);
};

/** What an ended scan owes: a unit without a result is refunded, one with a result is not. */
const scanFaults = (scans: readonly Scan[], causes: ReadonlySet<string>): string[] =>
  scans
    .filter((scan) => !activeStatuses.includes(scan.status) && !scan.refundsDue)
    .flatMap((scan) =>
      scan.units.flatMap((unit) =>
        (['core', 'sast'] as const)
          .filter((pool) => (unit.charge[pool] ?? 0) > 0)
          .filter((pool) => {
            const refunded = causes.has(
              `${scan.billingAccountId}#${pool}#refund#${scan.scanId}#${unit.projectUnitId}`,
            );
            return refunded === (unit.status === 'completed');
          })
          .map(
            (pool) =>
              `scan ${scan.scanId}, unit ${unit.projectUnitId}: ${unit.status}, refund of ${pool} is wrong`,
          ),
      ),
    );

/** Holds every pool against its ledger, and every ended scan against both (billing.md, "Always true"). */
export const auditLedger = async (
  client: DynamoDBDocumentClient,
  tables: { core: string; ledger: string },
): Promise<LedgerAudit> => {
  const core = await itemsOf(client, tables.core);
  const entries = (await itemsOf(client, tables.ledger)).map((item): LedgerEntry =>
    fromItem('ledgerEntry', item),
  );
  const pools = core.filter((item) => isSort(item, 'POOL#')).map((item): Pool => fromItem('pool', item));
  const scans = core.filter((item) => isSort(item, 'SCAN#')).map((item): Scan => fromItem('scan', item));

  const sums = new Map<string, number>();
  for (const { accountId, pool, amount } of entries) {
    sums.set(`${accountId}#${pool}`, (sums.get(`${accountId}#${pool}`) ?? 0) + amount);
  }
  const audited = pools.map(({ accountId, pool, available }) => ({
    organizationId: accountId,
    pool,
    available,
    sumOfEntries: sums.get(`${accountId}#${pool}`) ?? 0,
  }));
  const causes = new Set(entries.map((entry) => `${entry.accountId}#${entry.pool}#${entry.cause}`));
  const violations = [
    ...audited
      .filter(({ available, sumOfEntries }) => available !== sumOfEntries)
      .map(
        (pool) =>
          `${pool.organizationId} ${pool.pool}: ${pool.available} available, entries sum to ${pool.sumOfEntries}`,
      ),
    ...audited
      .filter(({ available }) => available < 0)
      .map((pool) => `${pool.organizationId} ${pool.pool}: ${pool.available} available`),
    ...refundFaults(entries),
    ...scanFaults(scans, causes),
  ];
  return { ok: violations.length === 0, pools: audited, violations };
};
