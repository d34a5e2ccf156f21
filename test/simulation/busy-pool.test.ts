import { describe, expect, test } from 'vitest';
import { moneyRecords, violationsOf } from '../support/billing/money-invariants.ts';
import { runLoad } from '../models/contention/busy-pool.ts';

/**
 * One organization creates scans by the real rules, in virtual time, over a store that refuses a transaction while another
 * one holds one of its items.
 */

const balanceOf = ({ memory }: Awaited<ReturnType<typeof runLoad>>): number | undefined =>
  moneyRecords(memory).pools.find(({ pool }) => pool === 'core')?.available;

describe('400 creations a second on one pool', () => {
  test.each([1, 2])(
    'take at most 1.5 tries each with 1,000 units a second for each key, and none is refused (seed %i)',
    async (seed) => {
      const load = await runLoad(
        { seed, credits: 100_000, perSecond: 400, seconds: 10 },
        { unitsPerSecond: 1_000 },
      );
      expect([...load.answers]).toEqual([['201', load.asked]]);
      expect(load.counted.writes / load.asked).toBeLessThanOrEqual(1.5);
      expect(balanceOf(load)).toBe(100_000 - 1 - load.asked);
      expect(violationsOf(moneyRecords(load.memory))).toEqual([]);
    },
  );

  test('are not refused, and take no more tries, while an audit proves the pool', async () => {
    const rate = { seed: 1, credits: 100_000, perSecond: 400, seconds: 10 };
    const limit = { unitsPerSecond: 1_000 };
    const load = await runLoad({ ...rate, auditAt: 3 }, limit);
    expect([...load.answers]).toEqual([['201', load.asked]]);
    expect(load.counted.writes / load.asked).toBeLessThanOrEqual(1.5);
    expect(load.audit?.drift).toBe(0);
    expect(load.memory.all('pool').filter(({ epoch }) => epoch !== undefined)).toHaveLength(1);
    const { reads = 0, writes = 0 } = load.audit ?? {};
    const plain = await runLoad(rate, limit);
    // The pool and 32 leases, some of which were debited between the read and the advance.
    expect(writes).toBeLessThanOrEqual(2 * 33);
    expect(reads).toBeLessThanOrEqual(3 * 33);
    expect(load.counted.writes - writes).toBeLessThanOrEqual(plain.counted.writes + 0.05 * load.asked);
    expect(violationsOf(moneyRecords(load.memory))).toEqual([]);
  });

  test.each([300, 40])('spend the last of %i credits, and are refused from then on', async (credits) => {
    const load = await runLoad({ seed: 3, credits, perSecond: 400, seconds: 2 });
    expect(Object.fromEntries(load.answers)).toEqual({
      201: credits - 1,
      insufficient_credits: load.asked - credits + 1,
    });
    expect(balanceOf(load)).toBe(0);
    expect(violationsOf(moneyRecords(load.memory))).toEqual([]);
  });

  test('without leases are too many', async () => {
    const plain = { seed: 1, credits: 1_000, perSecond: 400, seconds: 1, isLeased: false };
    const load = await runLoad(plain);
    expect(load.counted.writes / load.asked).toBeGreaterThan(5);
  });
});

test('a pool of four creations a second lends nothing, and costs one read and one transaction each', async () => {
  const load = await runLoad({ seed: 1, credits: 10_000, perSecond: 4, seconds: 60 });
  expect([...load.answers]).toEqual([['201', load.asked]]);
  expect(load.memory.all('poolLease')).toEqual([]);
  expect([load.counted.reads, load.counted.writes - load.counted.collisions]).toEqual([
    load.asked,
    load.asked,
  ]);
});
