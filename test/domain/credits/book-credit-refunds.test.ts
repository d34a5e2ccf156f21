import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { noon, poolWith, write } from '#test/support/world.ts';
import { bookCreditRefunds } from '@scangate/domain/credits/book-credit-refunds';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

describe('a refund', () => {
  const scan = {
    scanId: 'scan',
    organizationId: 'org',
    billingAccountId: 'account',
    sourceTrigger: 'api' as const,
    chargedPeriods: { core: noon.toISOString(), sast: noon.toISOString() },
  };
  const poolOf = (pool: 'core' | 'sast') => poolWith('account', pool, { included: 5, consumed: 2 });
  const pools = { core: poolOf('core'), sast: poolOf('sast') };
  const both = {
    unit: { projectUnitId: 'a', charge: { core: 1, sast: 1 } },
    source: 'scan_failure_refund' as const,
  };

  test('returns each credit to the pool it came from', async () => {
    await write(
      store,
      (['core', 'sast'] as const).map((pool) => ({ change: 'insert', record: 'pool', item: poolOf(pool) })),
    );
    const onlySast = { ...both, unit: { projectUnitId: 'b', charge: { sast: 1 } } };
    await write(store, bookCreditRefunds(scan, { refunds: [both, onlySast], pools }, noon.toISOString()));
    expect(store.all('pool').map(({ available, consumed }) => [available, consumed])).toEqual([
      [4, 1],
      [5, 0],
    ]);
    expect(
      store.all('ledgerEntry').map(({ pool, projectUnitId, amount }) => [pool, projectUnitId, amount]),
    ).toEqual([
      ['core', 'a', 1],
      ['sast', 'a', 1],
      ['sast', 'b', 1],
    ]);
  });

  test('adjusts what was consumed in its period, and what is included in a later one', () => {
    const onlyCore = { ...both, unit: { projectUnitId: 'a', charge: { core: 1 } } };
    const added = (periodStartAt: string) =>
      bookCreditRefunds(
        { ...scan, chargedPeriods: { core: periodStartAt } },
        { refunds: [onlyCore], pools },
        noon.toISOString(),
      ).flatMap((change) => (change.record === 'pool' && 'add' in change ? [change.add] : []));
    expect(added(noon.toISOString())).toEqual([{ available: 1, consumed: -1 }]);
    expect(added('2026-02-10T12:00:00.000Z')).toEqual([{ available: 1, included: 1 }]);
  });

  test('records its reason, the unit, the scan, the organization and the trigger', () => {
    const [entry] = bookCreditRefunds(
      { ...scan, sourceTrigger: 'cli' },
      { refunds: [both], pools },
      noon.toISOString(),
    );
    expect(entry).toMatchObject({
      item: {
        accountId: 'account',
        cause: 'refund#scan#a',
        kind: 'grant',
        source: 'scan_failure_refund',
        scanId: 'scan',
        projectUnitId: 'a',
        sourceTrigger: 'cli',
        organizationId: 'org',
      },
    });
  });

  test('of units that cost nothing changes nothing', () => {
    const free = { ...both, unit: { projectUnitId: 'a', charge: {} } };
    expect(bookCreditRefunds(scan, { refunds: [free], pools: {} }, noon.toISOString())).toEqual([]);
  });

  test('is never partial: a missing pool is an error', () => {
    expect(() =>
      bookCreditRefunds(scan, { refunds: [both], pools: { core: pools.core } }, noon.toISOString()),
    ).toThrow('sast');
  });
});
