import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '#local/control/ledger-audit.ts';
import { chargeScan } from '@scangate/domain/credits/charge-scan';
import { bookCreditRefunds } from '@scangate/domain/credits/book-credit-refunds';
import type { Change } from '@scangate/domain/record-changes';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { provisionAccount } from '#test/support/billing/accounts.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { noon, testIds, write } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => database.stop());

/** Changes that undo the damage of a test. */
let repairs: Change[][] = [];
afterEach(async () => {
  for (const repair of repairs) await write(database.store, repair);
  repairs = [];
});

const audit = () => auditLedger(database.client, { core: 'Core', ledger: 'Ledger' });

const addTo = (accountId: string, available: number): Change[] => [
  { change: 'update', record: 'pool', id: { accountId, pool: 'core' }, add: { available } },
];

/** Stores a scan of one unit that was charged and ended without a refund. */
const endedScan = async (
  accountId: string,
  status: 'completed' | 'failed',
  more: Pick<ScanUnit, 'reusedFrom'> = {},
) => {
  const scan: Scan = {
    organizationId: accountId,
    billingAccountId: accountId,
    scanId: testIds.scanId(noon),
    repositoryId: testIds.uuid(),
    commitHash: 'a'.repeat(40),
    status,
    scanTypes: ['sca'],
    fullScope: false,
    skippedScanTypes: [],
    sourceTrigger: 'api',
    personId: testIds.uuid(),
    units: [{ projectUnitId: testIds.uuid(), path: '', type: 'npm', status, charge: { core: 1 }, ...more }],
    unitsVersion: 0,
    chargedPeriods: {},
    ...policyFields(defaultPolicy),
    createdAt: noon.toISOString(),
  };
  await write(database.store, [
    { change: 'insert', record: 'scan', item: scan },
    ...chargeScan(scan, { units: scan.units, pools: {} }, noon.toISOString()),
  ]);
  return scan;
};

describe('the audit of the local service', () => {
  test('names every pool with its balance and the sum of its entries', async () => {
    const id = await provisionAccount(database.store, noon.toISOString());
    await endedScan(id, 'completed');
    const { ok, pools, violations } = await audit();
    expect([ok, violations]).toEqual([true, []]);
    expect(pools.filter(({ organizationId }) => organizationId === id)).toEqual(
      expect.arrayContaining([
        { organizationId: id, pool: 'core', available: 99, sumOfEntries: 99 },
        { organizationId: id, pool: 'sast', available: 0, sumOfEntries: 0 },
      ]),
    );
  });

  test('finds a balance that its entries do not explain', async () => {
    const id = await provisionAccount(database.store, noon.toISOString());
    await write(database.store, addTo(id, 5));
    repairs.push(addTo(id, -5));
    const { ok, violations } = await audit();
    expect(ok).toBe(false);
    expect(violations).toEqual([`${id} core: 105 available, entries sum to 100`]);
  });

  test('finds an ended scan whose unit without a result was not refunded', async () => {
    const id = await provisionAccount(database.store, noon.toISOString());
    const scan = await endedScan(id, 'failed');
    const [core] = await database.store.load([{ record: 'pool', id: { accountId: id, pool: 'core' } }]);
    const refunds = scan.units.map((unit) => ({ unit, source: 'scan_failure_refund' as const }));
    repairs.push(bookCreditRefunds(scan, { refunds, pools: { core } }, noon.toISOString()));
    const { violations } = await audit();
    expect(violations).toEqual([
      expect.stringMatching(new RegExp(`${scan.scanId}.*refund of core is wrong`)),
    ]);
  });

  test('finds an unchanged unit whose credit was not refunded as such', async () => {
    const id = await provisionAccount(database.store, noon.toISOString());
    const book = async (source: 'unchanged_unit_refund' | 'scan_failure_refund') => {
      const scan = await endedScan(id, 'completed', { reusedFrom: testIds.scanId(noon) });
      const [core] = await database.store.load([{ record: 'pool', id: { accountId: id, pool: 'core' } }]);
      const refunds = scan.units.map((unit) => ({ unit, source }));
      await write(database.store, bookCreditRefunds(scan, { refunds, pools: { core } }, noon.toISOString()));
      return scan;
    };
    await book('unchanged_unit_refund');
    expect((await audit()).violations).toEqual([]);
    const wrong = await book('scan_failure_refund');
    expect((await audit()).violations).toEqual([
      expect.stringMatching(new RegExp(`${wrong.scanId}.*refund of core is wrong`)),
    ]);
  });
});
