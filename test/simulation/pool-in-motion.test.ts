import { describe, expect, test } from 'vitest';
import { moneyRecords, violationsOf } from '../support/billing/money-invariants.ts';
import { runMotion } from '../models/contention/pool-in-motion.ts';

/** A pool that never rests, in virtual time, over a store that collides as DynamoDB does and whose index lags. */

const busy = { perSecond: 200, seconds: 12 };

describe('the audit of a pool in motion', () => {
  test.each([1, 2, 3])('proves it each time, whatever moves meanwhile (seed %i)', async (seed) => {
    const { audited, memory } = await runMotion({ ...busy, seed, audits: [1, 6] });
    expect(audited.map(({ result }) => result)).toEqual(['proven', 'proven']);
    expect(memory.all('pool')[0]?.epoch).toBeDefined();
    expect(violationsOf(moneyRecords(memory))).toEqual([]);
  });

  test.each([4, 5])('proves it by two audits at once (seed %i)', async (seed) => {
    const { audited } = await runMotion({ ...busy, seed, audits: [2, 2.001, 2.02] });
    expect(audited.map(({ result }) => result)).toEqual(['proven', 'proven', 'proven']);
  });

  test.each(['lost', 'doubled'] as const)('finds one entry that is %s', async (damage) => {
    const { audited } = await runMotion({ seed: 6, ...busy, seconds: 30, audits: [1, 16], damage });
    expect(audited).toMatchObject([{ result: 'proven' }, { result: 'alarm' }]);
    expect(Math.abs(Number(audited[1]?.drift))).toBeLessThanOrEqual(5);
    expect(audited[1]?.drift).not.toBe(0);
  });

  test.each([7, 8, 9])('beside a release without epochs never alarms (seed %i)', async (seed) => {
    const { audited } = await runMotion({ ...busy, seed, audits: [2, 4], old: 20 });
    expect(audited.map(({ result }) => result)).toEqual(['unproven', 'unproven']);
  });

  test.each(['lost', 'doubled'] as const)(
    'beside a release without epochs never proves what is %s',
    async (damage) => {
      const { audited } = await runMotion({ ...busy, seconds: 16, seed: 10, audits: [9], old: 20, damage });
      expect(audited.map(({ result }) => result)).not.toContain('proven');
    },
  );

  test('costs a pool nothing that is not audited: every call is that of a release without epochs', async () => {
    const motion = { ...busy, seed: 12, audits: [] };
    const [present, before] = [await runMotion(motion), await runMotion({ ...motion, old: 40 })];
    expect(present.counted).toEqual(before.counted);
    expect(present.memory.all('ledgerEntry').map(({ epoch }) => epoch)).not.toContain(undefined);
  });

  test('proves a pool without leases, too', async () => {
    const { audited, memory } = await runMotion({
      perSecond: 15,
      seconds: 20,
      seed: 11,
      audits: [5],
      isAlone: true,
    });
    expect(audited).toMatchObject([{ result: 'proven' }]);
    expect(memory.all('poolLease')).toEqual([]);
  });
});
