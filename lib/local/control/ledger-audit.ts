import { randomUUID } from 'node:crypto';
import { paginateQuery, paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { fromItem, type Item } from '#adapters/dynamodb/items.ts';
import { partitionOf } from '#adapters/dynamodb/lists/range-lists.ts';
import { dynamoStore } from '#adapters/dynamodb/store.ts';
import { leasedStore } from '#app/credit-leases/leased-store.ts';
import type { PoolAudit } from '@scangate/domain/ledger/audit-ledger';
import { activeStatuses, type LedgerEntry, type Pool, type Scan } from '@scangate/domain/records';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { decideCreditRefunds } from '@scangate/domain/credits/decide-credit-refunds';
import type { Store } from '#ports/store.ts';
import { auditPoolFromStreams } from './audit-pool.ts';

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

interface Tables {
  core: string;
  ledger: string;
}

/** Yields the items of a table whose sort key has this prefix. */
async function* itemsOf(client: DynamoDBDocumentClient, TableName: string, prefix: string) {
  const filter = {
    FilterExpression: 'begins_with(#sk, :prefix)',
    ExpressionAttributeNames: { '#sk': 'sk' },
    ExpressionAttributeValues: { ':prefix': prefix },
  };
  for await (const page of paginateScan({ client }, { TableName, ConsistentRead: true, ...filter }))
    yield* (page.Items ?? []) as Item[];
}

/** Yields a pool's entries by cause, those with this prefix. */
async function* entriesOf(
  client: DynamoDBDocumentClient,
  TableName: string,
  { pool, prefix = '' }: { pool: Pool; prefix?: string },
): AsyncGenerator<LedgerEntry> {
  const range = {
    KeyConditionExpression: `#pk = :pk${prefix && ' AND begins_with(#sk, :prefix)'}`,
    ExpressionAttributeNames: { '#pk': 'pk', ...(prefix && { '#sk': 'sk' }) },
    ExpressionAttributeValues: {
      ':pk': partitionOf('ledgerEntry', pool),
      ...(prefix && { ':prefix': prefix }),
    },
  };
  for await (const page of paginateQuery({ client }, { TableName, ConsistentRead: true, ...range }))
    for (const item of (page.Items ?? []) as Item[]) yield fromItem('ledgerEntry', item);
}

const looks = 5;

/** Audits a pool again if it changed while its entries were read. */
const auditOne = async (
  id: { accountId: string; pool: Pool['pool'] },
  read: (pool: Pool) => Promise<PoolAudit>,
  store: Pick<Store, 'get'>,
): Promise<{ pool: Pool; audit: PoolAudit }> => {
  for (let look = 1; ; look++) {
    const pool = await store.get('pool', id, { consistent: true });
    if (!pool) throw new Error('a pool is gone');
    const audit = await read(pool);
    const afterwards = await store.get('pool', id, { consistent: true });
    if (look === looks || JSON.stringify(afterwards) === JSON.stringify(pool)) return { pool, audit };
  }
};

const hasEnded = (scan: Scan): boolean => !activeStatuses.includes(scan.status) && !scan.refundsDue;

/**
 * Checks an ended scan: a unit without a result of its own must be refunded for that reason, and any other must not.
 */
const scanFaults = async (scan: Scan, store: Pick<Store, 'get'>): Promise<string[]> => {
  const faults: string[] = [];
  const due = new Map(decideCreditRefunds(scan).map(({ unit, source }) => [unit.projectUnitId, source]));
  for (const { projectUnitId, status, charge } of hasEnded(scan) ? scan.units : []) {
    for (const pool of poolNames.filter((name) => (charge[name] ?? 0) > 0)) {
      const cause = `refund#${scan.scanId}#${projectUnitId}`;
      const id = { accountId: scan.billingAccountId, pool, cause };
      const refund = await store.get('ledgerEntry', id, { consistent: true });
      if (refund?.source !== due.get(projectUnitId))
        faults.push(`scan ${scan.scanId}, unit ${projectUnitId}: ${status}, refund of ${pool} is wrong`);
    }
  }
  return faults;
};

/** Compares every pool with its ledger, and every ended scan with both. See docs/adr/0009-ledger.md. */
export const auditLedger = async (client: DynamoDBDocumentClient, tables: Tables): Promise<LedgerAudit> => {
  const random = () => 0;
  const stored = dynamoStore({
    client,
    tableName: (table) => (table === 'Ledger' ? tables.ledger : tables.core),
    random,
    uuid: randomUUID,
    sleep: async () => undefined,
  });
  const store = leasedStore(stored, { random, uuid: randomUUID });
  const pools: AuditedPool[] = [];
  const violations: string[] = [];
  const read = (pool: Pool) =>
    auditPoolFromStreams(
      pool,
      entriesOf(client, tables.ledger, { pool }),
      entriesOf(client, tables.ledger, { pool, prefix: 'refund#' }),
    );
  for await (const item of itemsOf(client, tables.core, 'POOL#')) {
    const { pool, audit } = await auditOne(fromItem('pool', item), read, store);
    const { accountId: organizationId, pool: name, available } = pool;
    pools.push({ organizationId, pool: name, available, sumOfEntries: audit.sumOfEntries });
    violations.push(...audit.violations);
  }
  for await (const item of itemsOf(client, tables.core, 'SCAN#'))
    violations.push(...(await scanFaults(fromItem('scan', item), store)));
  return { ok: violations.length === 0, pools, violations };
};
