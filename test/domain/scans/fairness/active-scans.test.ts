import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import {
  activeScansRefs,
  countEndedScan,
  countStartedScan,
  countUnitsOfScan,
  drawCount,
  isToBeCounted,
  requireRoom,
  sampledScans,
} from '@scangate/domain/scans/fairness/active-scans';
import { later, noon, write } from '#test/support/world.ts';

const organizationId = 'o-1';
const at = noon.toISOString();
const scanId = '0197c0de-0000-7000-8000-000000000000';
const scan = (byte: number) => ({ organizationId, scanId, ...drawCount(byte) });
const counted = (scans: number) => ({ organizationId, day: at.slice(0, 10), scans, expiresAt: at });

/** Counts a scan of one unit as its execution does. */
const start = (
  one: Parameters<typeof isToBeCounted>[0] & { organizationId: string; scanId: string },
  now = at,
): ReturnType<typeof countStartedScan> =>
  isToBeCounted(one) ? countStartedScan(one, 2, now) : { set: {}, changes: [] };

describe('a scan that begins', () => {
  test('is counted if it is drawn, one of eight, for the organization and for all', () => {
    const begun = Array.from({ length: 16 }, (_none, byte) => start(scan(byte)));
    const changes = begun.flatMap((one) => one.changes);
    const each = [
      { id: { organizationId }, add: { scans: sampledScans } },
      { id: { organizationId: 'everybody-0' }, add: { scans: sampledScans } },
    ];
    expect(changes).toMatchObject([...each, ...each]);
    expect(begun.filter(({ set }) => set.countedOn !== undefined)).toHaveLength(2);
  });

  test('is drawn independently of its id', () => {
    const drawn = [...'0123456789abcdef'].map((digit) => ({
      ...scan(1),
      scanId: scanId.slice(0, -1) + digit,
    }));
    expect(drawn.filter(isToBeCounted)).toEqual([]);
    expect(drawn.map((one) => ({ ...one, ...drawCount(8) })).every(isToBeCounted)).toBe(true);
  });

  test('is counted once, however often it begins', () => {
    const { set } = start(scan(0));
    expect(start({ ...scan(0), ...set })).toEqual({ set: {}, changes: [] });
  });

  test('is subtracted on the day that counted it', async () => {
    const store = new MemoryStore();
    const { set, changes } = start(scan(0));
    await write(store, changes as Change[]);
    await write(store, countEndedScan({ ...scan(0), ...set }) as Change[]);
    expect(store.all('activeScans')).toMatchObject([
      { organizationId, day: at.slice(0, 10), scans: 0 },
      { organizationId: 'everybody-0', day: at.slice(0, 10), scans: 0 },
    ]);
    expect(countEndedScan(scan(0))).toEqual([]);
  });
});

test('whatever begins, changes and ends, the counts are those of the sampled scans that are active', async () => {
  const step = fc.record({
    byte: fc.nat(255),
    hour: fc.nat(40),
    known: fc.integer({ min: 1, max: 40 }),
    found: fc.option(fc.integer({ min: 1, max: 40 })),
    ends: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new MemoryStore();
      let active = 0;
      for (const { byte, hour, known, found, ends } of steps) {
        let one: ReturnType<typeof scan> & {
          countedOn?: string;
          countedAs?: number;
          countedIn?: number;
          countedFor?: number;
        } = scan(byte);
        const isCounted = isToBeCounted(one);
        if (isCounted) {
          const { set, changes } = countStartedScan(one, known, later(hour * 3_600).toISOString());
          await write(store, changes as Change[]);
          one = { ...one, ...set };
        }
        if (found !== null) {
          const { set, changes } = countUnitsOfScan(one, found);
          await write(store, changes as Change[]);
          one = { ...one, ...set };
        }
        if (ends) await write(store, countEndedScan(one) as Change[]);
        else if (isCounted) active += Math.ceil((found ?? known) / 2) * sampledScans;
      }
      const sumOf = (counts: { scans: number }[]) => counts.reduce((sum, one) => sum + one.scans, 0);
      const { own = [], all = [] } = Object.groupBy(store.all('activeScans'), (one) =>
        one.organizationId === organizationId ? 'own' : 'all',
      );
      expect([sumOf(own), sumOf(all)]).toEqual([active, active]);
    }),
    { numRuns: 50 },
  );
});

test('around midnight the day before counts, too', () => {
  expect(activeScansRefs(organizationId, noon)).toHaveLength(17);
  const after = new Date(`${at.slice(0, 10)}T01:59:00.000Z`);
  expect(activeScansRefs(organizationId, after)).toHaveLength(34);
});

describe('an organization', () => {
  test('below its limit has room, even without a count', () => {
    expect(() => requireRoom([], 1)).not.toThrow();
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

  test('shares the room of the AWS account with all others, and has none at the ceiling of all', () => {
    const all = (scans: number) => ({ ...counted(scans), organizationId: 'everybody-3' });
    const roomAt = (others: number): number => {
      for (let active = 0; ; active += 1)
        try {
          requireRoom([counted(active), all(active), all(others)], 200);
        } catch {
          return active;
        }
    };
    expect([0, 50, 100, 150, 184, 233, 260, 299, 300, 1_000].map(roomAt)).toEqual([
      100, 75, 50, 25, 16, 16, 1, 1, 0, 0,
    ]);
  });

  test('that has few scans, beside many others with as few, fills no more than the ceiling with them', () => {
    const own = Array.from({ length: 60 }, () => 0);
    const everybody = () => ({
      ...counted(own.reduce((sum, one) => sum + one, 0)),
      organizationId: 'everybody-1',
    });
    for (let round = 0; round < 15; round += 1)
      for (const [index, active] of own.entries())
        try {
          requireRoom([counted(active), everybody()], 200);
          own[index] = active + 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'rate_limited' });
        }
    expect(everybody().scans).toBeLessThanOrEqual(300);
    expect(everybody().scans).toBeGreaterThan(200);
    expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
  });

  test('that gets little room because of others is told how little', () => {
    const all = { ...counted(200), organizationId: 'everybody-0' };
    expect(() => requireRoom([counted(48), all], 200)).toThrow(
      expect.objectContaining({
        members: expect.objectContaining({
          activeScans: { active: 48, limit: 16 },
          retryAfterSeconds: 15,
        }) as object,
      }),
    );
  });

  test('that an older version counted takes nothing from the total', () => {
    const old = { organizationId, countedOn: at.slice(0, 10) };
    expect(countEndedScan(old)).toMatchObject([{ id: { organizationId } }]);
  });

  test('that an older version counted for 16 is subtracted as 16', () => {
    const old = { ...scan(1), countedOn: at.slice(0, 10), countedIn: 3 };
    expect(countEndedScan(old)).toMatchObject([{ add: { scans: -16 } }, { add: { scans: -16 } }]);
    expect(countUnitsOfScan(old, 6).changes).toMatchObject([{ add: { scans: 32 } }, { add: { scans: 32 } }]);
    const { set } = start(scan(8));
    expect(countEndedScan({ ...scan(8), ...set })).toMatchObject([
      { add: { scans: -8 } },
      { add: { scans: -8 } },
    ]);
  });

  test('without a readable limit is refused', () => {
    expect(() => requireRoom([], Number.NaN)).toThrow(Problem);
  });
});
