import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/change';
import { Problem } from '@scangate/domain/problem';
import {
  activeScansRefs,
  countBegunScan,
  countEndedScan,
  requireRoom,
  sampledScans,
} from '@scangate/domain/scans/fairness/active-scans';
import { later, noon, write } from '#test/support/world.ts';

const organizationId = 'o-1';
const at = noon.toISOString();
const scan = (last: string) => ({ organizationId, scanId: `0197c0de-0000-7000-8000-00000000000${last}` });
const counted = (scans: number) => ({ organizationId, day: at.slice(0, 10), scans, expiresAt: at });

describe('a scan that begins', () => {
  test('is counted by one id in sixteen, for all of them', () => {
    const begun = [...'0123456789abcdef'].map((digit) => countBegunScan(scan(digit), at));
    const changes = begun.flatMap((one) => one.changes);
    expect(changes).toMatchObject([{ add: { scans: sampledScans } }]);
    expect(begun.filter(({ set }) => set.countedOn !== undefined)).toHaveLength(1);
  });

  test('is counted once, however often it begins', () => {
    const { set } = countBegunScan(scan('0'), at);
    expect(countBegunScan({ ...scan('0'), ...set }, at)).toEqual({ set: {}, changes: [] });
  });

  test('is taken back on the day that counted it', async () => {
    const store = new MemoryStore();
    const { set, changes } = countBegunScan(scan('0'), at);
    await write(store, changes as Change[]);
    await write(store, countEndedScan({ ...scan('0'), ...set }) as Change[]);
    expect(store.all('activeScans')).toMatchObject([{ day: at.slice(0, 10), scans: 0 }]);
    expect(countEndedScan(scan('0'))).toEqual([]);
  });
});

test('whatever begins and ends, the counts are those of the sampled scans that are active', async () => {
  const step = fc.record({
    digit: fc.constantFrom(...'0123456789abcdef'),
    hour: fc.nat(40),
    ends: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new MemoryStore();
      let active = 0;
      for (const { digit, hour, ends } of steps) {
        const { set, changes } = countBegunScan(scan(digit), later(hour * 3_600).toISOString());
        await write(store, changes as Change[]);
        if (ends) await write(store, countEndedScan({ ...scan(digit), ...set }) as Change[]);
        else if (set.countedOn !== undefined) active += sampledScans;
      }
      expect(store.all('activeScans').reduce((sum, one) => sum + one.scans, 0)).toBe(active);
    }),
    { numRuns: 50 },
  );
});

test('around midnight the day before counts, too', () => {
  expect(activeScansRefs(organizationId, noon)).toHaveLength(1);
  const after = new Date(`${at.slice(0, 10)}T01:59:00.000Z`);
  expect(activeScansRefs(organizationId, after)).toHaveLength(2);
});

describe('an organization', () => {
  test('below its limit has room, also without a count', () => {
    expect(() => requireRoom([undefined], 1)).not.toThrow();
    expect(() => requireRoom([counted(484), counted(15)], 500)).not.toThrow();
  });

  test('at its limit is refused with the limit, and when to come back', () => {
    const refused = (() => {
      try {
        requireRoom([counted(400), counted(112)], 500);
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({
      code: 'rate_limited',
      members: { limit: 'active_scans', activeScans: { active: 512, limit: 500 }, retryAfterSeconds: 15 },
    });
  });

  test('without a readable limit is refused', () => {
    expect(() => requireRoom([], Number.NaN)).toThrow(Problem);
  });
});
