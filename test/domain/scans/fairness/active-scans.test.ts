import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import {
  activeScansRefs,
  countBaseOfScan,
  countCancelledScan,
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
const limit = 200;
const scan = (byte: number) => ({ organizationId, scanId, ...drawCount([byte, 0], limit) });
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
    expect(drawn.map((one) => ({ ...one, ...drawCount([8, 3], limit) })).every(isToBeCounted)).toBe(true);
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

test('whatever begins, changes and ends, the counts are those of the sampled scans that are active or were just cancelled', async () => {
  const step = fc.record({
    byte: fc.nat(255),
    hour: fc.nat(40),
    known: fc.integer({ min: 1, max: 40 }),
    found: fc.option(fc.integer({ min: 1, max: 40 })),
    ends: fc.constantFrom('never', 'by itself', 'cancelled'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const store = new MemoryStore();
      let [active, cancelled] = [0, 0];
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
        const scans = isCounted ? Math.ceil((found ?? known) / 2) * sampledScans : 0;
        if (ends === 'by itself') await write(store, countEndedScan(one) as Change[]);
        else if (ends === 'cancelled') {
          await write(store, countCancelledScan(one, later(hour * 3_600).toISOString()) as Change[]);
          cancelled += scans;
        } else active += scans;
      }
      const sumOf = (counts: { scans: number }[]) => counts.reduce((sum, one) => sum + one.scans, 0);
      const { own = [], all = [] } = Object.groupBy(store.all('activeScans'), (one) =>
        one.organizationId === organizationId ? 'own' : 'all',
      );
      const { days = [], minutes = [] } = Object.groupBy(all, ({ day }) =>
        day.length > 10 ? 'minutes' : 'days',
      );
      expect([sumOf(own), sumOf(days), sumOf(minutes)]).toEqual([active + cancelled, active, cancelled]);
    }),
    { numRuns: 50 },
  );
});

test('a base with fewer units than the head changes no count', () => {
  const { set } = start(scan(0));
  const head = { ...scan(0), ...set, countedAs: 6 };
  expect(countBaseOfScan(head, 4)).toEqual({ set: {}, changes: [] });
  expect(countBaseOfScan(head, 40)).toMatchObject({
    set: { countedAs: 20 },
    changes: [{ add: { scans: 112 } }, {}],
  });
  expect(countBaseOfScan(scan(1), 40)).toEqual({ set: {}, changes: [] });
});

test('around midnight the day before counts, too', () => {
  expect(activeScansRefs(organizationId, limit, noon)).toHaveLength(5 + 2 * 3);
  const after = new Date(`${at.slice(0, 10)}T01:59:00.000Z`);
  expect(activeScansRefs(organizationId, limit, after)).toHaveLength(2 * 5 + 2 * 3);
});

test('a creation reads every row that a scan may be counted in, more of them with a higher limit', async () => {
  const input = fc.record({
    limit: fc.integer({ min: 1, max: 5_000 }),
    bytes: fc.tuple(fc.constant(0), fc.nat(255)),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ limit: higher, bytes }) => {
      const store = new MemoryStore();
      const one = { ...scan(0), ...drawCount(bytes, higher) };
      const { set, changes } = start(one);
      await write(store, changes as Change[]);
      const read = async () => await store.load(activeScansRefs(organizationId, higher, noon));
      expect((await read()).map((row) => row?.scans ?? 0).filter(Boolean)).toEqual([8, 8]);
      await write(store, countCancelledScan({ ...one, ...set }, at) as Change[]);
      expect((await read()).map((row) => row?.scans ?? 0).filter(Boolean)).toEqual([8, 8]);
    }),
  );
  const rows = (higher: number) => activeScansRefs(organizationId, higher, noon).length;
  expect([1, 50, 51, 200, 800, 50_000].map(rows)).toEqual([6, 6, 7, 11, 27, 27]);
});

describe('a canceled scan', () => {
  /** Returns what a creation reads of the counts after so many seconds. */
  const readAfter = async (store: MemoryStore, seconds: number): Promise<[own: number, all: number]> => {
    const found = await store.load(activeScansRefs(organizationId, limit, later(seconds)));
    const sumOf = (isOwn: boolean) =>
      found
        .filter((one) => one && (one.organizationId === organizationId) === isOwn)
        .reduce((sum, one) => sum + (one?.scans ?? 0), 0);
    return [sumOf(true), sumOf(false)];
  };

  test.each([0, 30, 59])('is counted for one to two minutes after second %i of a minute', async (second) => {
    const store = new MemoryStore();
    const { set, changes } = start(scan(0));
    await write(store, changes as Change[]);
    const cancelledAt = later(second).toISOString();
    await write(store, countCancelledScan({ ...scan(0), ...set }, cancelledAt) as Change[]);
    for (const seconds of [0, 30, 60]) expect(await readAfter(store, second + seconds)).toEqual([8, 8]);
    expect(await readAfter(store, second + 121)).toEqual([0, 0]);
  });

  test('is counted even if its task did not count it yet, in case it is about to begin', async () => {
    const store = new MemoryStore();
    await write(store, countCancelledScan(scan(0), at) as Change[]);
    expect(await readAfter(store, 0)).toEqual([8, 8]);
    expect(countCancelledScan(scan(1), at)).toEqual([]);
  });

  test('keeps the weight of its units', () => {
    const { set } = start(scan(0));
    const changes = countCancelledScan({ ...scan(0), ...set, countedAs: 20 }, at);
    expect(changes).toMatchObject([-160, -160, 160, 160].map((scans) => ({ add: { scans } })));
  });
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
