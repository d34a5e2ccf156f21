import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { Delivery } from '@scangate/domain/events/event-records';
import { isNightly } from '#test/support/runs/samples.ts';
import { deliveryViolations } from '#test/support/delivery/delivery-violations.ts';
import { DeliveryWorld } from '#test/support/delivery/delivery-world.ts';
import { healthy } from '#test/support/delivery/receivers.ts';
import { faultKinds, type FaultKind } from '#test/support/store/fault-injection.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/store/test-database.ts';
import { write } from '#test/support/world.ts';

/** The same promises as in memory, with the expressions and indexes of the real database. */

let database: TestDatabase;
beforeAll(async () => void (database = await startTestDatabase()));
afterAll(() => database.stop());

const play = async (faults: ReadonlyMap<number, FaultKind>) => {
  const world = await new DeliveryWorld(database.store).begin();
  await world.subscribe(healthy);
  await world.subscribe((_sending, request) => ({ status: request === 1 ? 500 : 204, ms: 10 }));
  world.faults = faults;
  await world.change('p-1');
  await world.change('p-2', true);
  await world.pass(hourMs);
  return { calls: world.calls, violations: await deliveryViolations(world, ['p-1']) };
};

test(
  'interrupted at any of their calls, deliveries in the database lose nothing',
  { timeout: 120_000 },
  async () => {
    const { calls, violations } = await play(new Map());
    expect([violations, calls > 20]).toEqual([[], true]);
    const broken: unknown[] = [];
    // In memory all are tried, in all ways. `npm test` tries every other one here.
    for (let call = 1; call <= calls; call += isNightly ? 1 : 2) {
      const kind = faultKinds[call % faultKinds.length] ?? 'before';
      const { violations: found } = await play(new Map([[call, kind]]));
      if (found.length > 0) broken.push([call, kind, found]);
    }
    expect(broken).toEqual([]);
  },
);

describe('beside many delivered rows', () => {
  const delivered = (world: DeliveryWorld, subscriberId: string, sequence: number): Delivery => ({
    organizationId: world.organizationId,
    subscriberId,
    sequence,
    eventId: `e-${sequence}`,
    eventAt: world.now,
    type: 'scan.failed',
    state: 'delivered',
    attempts: [],
    tries: 1,
    deadlineAt: world.now,
    createdAt: world.now,
    expiresAt: world.now,
  });

  test('waiting deliveries are found with the same reads, however many were delivered', async () => {
    const readsBeside = async (rows: number): Promise<number> => {
      const world = await new DeliveryWorld(database.store).begin();
      const { subscriberId } = await world.subscribe((_sending, request) => ({
        status: request > 2 ? 204 : 500,
      }));
      const id = { organizationId: world.organizationId, subscriberId };
      for (let from = 0; from < rows; from += 100)
        await write(
          database.store,
          Array.from({ length: 100 }, (_, index) => {
            const item = delivered(world, subscriberId, from + index + 1);
            return { change: 'insert', record: 'delivery', item } as const;
          }),
        );
      const set = { nextSequence: rows + 1 };
      await write(database.store, [{ change: 'update', record: 'subscriber', id, set }]);
      await world.emit();
      await world.settle();
      const before = world.calls;
      await world.pass(10 * minuteMs);
      expect(world.received.map(({ status }) => status)).toEqual([500, 500, 204]);
      return world.calls - before;
    };
    expect(await readsBeside(3_000)).toBe(await readsBeside(0));
  });
});
