import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import type { Store } from '#ports/store.ts';
import { cancel, create, finish, openBillingWorld, prepare, type Act } from '../models/billing-world.ts';
import { isNightly, runs } from '../support/runs/samples.ts';
import { adjust } from '../support/billing/operator-actions.ts';
import { moneyRecords, violationsOf, wholePools } from '../support/billing/money-invariants.ts';
import { faultKinds, injectFaults, type FaultKind } from '../support/store/fault-injection.ts';
import { leasingProcesses } from '../support/store/leased-memory.ts';
import { interleave } from '../support/store/interleave.ts';

/** Grants that expire while scans are debited and refunded, interrupted anywhere and concurrently. */

afterEach(() => void vi.restoreAllMocks());
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const start = '2026-03-10T12:00:00.000Z';
const expiry = '2026-03-10T13:00:00.000Z';
const grantId = '0aa0bb0c-0000-4000-8000-00000000cafe';

const open = (store: Store) => openBillingWorld(store, { plan: 'Regulated', credits: { core: 100 } }, start);
type World = Awaited<ReturnType<typeof open>>;

const request = (repository: number, commit: number) => ({
  organization: 0,
  person: 'ada',
  repository,
  commit,
  types: 'sca' as const,
});

const grantUntil =
  (expiresAt: string): Act =>
  async ({ accountId, now }, store) => {
    const order = { organizationId: accountId, adjustmentId: grantId, pool: 'core', amount: 60 };
    await adjust({ ...order, motif: 'welcome', expiresAt }, store, now);
    return 'granted';
  };
const grant = grantUntil(expiry);
const renew: Act = async ({ accountId, now }, store) => {
  await renewAccount(accountId, store, now.toISOString());
  return 'renewed';
};
const to = (world: World, at: string) => void (world.now = new Date(at));

const core = (store: MemoryStore, accountId: string) => {
  const pool = wholePools(store).find((one) => one.accountId === accountId && one.pool === 'core');
  if (!pool) throw new Error('no pool');
  return pool;
};

/** With every scan canceled nothing was ever spent, so all of the grant has expired. */
const violationsAtEnd = (store: MemoryStore, accountId: string): string[] => {
  const { available, consumed, included, promotions } = core(store, accountId);
  const grants = store.all('ledgerEntry').filter(({ cause }) => cause === `promotion#${grantId}`);
  const expired = store
    .all('ledgerEntry')
    .filter(({ cause }) => cause.startsWith('promotion_expire#'))
    .reduce((sum, { amount }) => sum - amount, 0);
  return [
    ...violationsOf(moneyRecords(store)),
    ...(available === 100 && included === 100 && consumed === 0
      ? []
      : [`${available} available, ${consumed} consumed`]),
    ...(promotions === undefined ? [] : ['the grant is still there']),
    ...(grants.length === 1 ? [] : [`granted ${grants.length} times`]),
    ...(expired === 60 ? [] : [`${expired} credits expired`]),
  ];
};

/**
 * Runs each act over a store with faults until it succeeds, as callers, schedules and workflows do.
 * @param leasingSeed lets the pool be leased: the calls for its leases may fail as well.
 */
const play = async (faults: ReadonlyMap<number, FaultKind>, leasingSeed?: number) => {
  const store = new MemoryStore();
  const world = await open(store);
  const { ports: injected, count } = injectFaults({ store: store as Store }, faults);
  const processOn = leasingSeed === undefined ? (given: Store) => given : leasingProcesses(leasingSeed);
  const ports = { store: processOn(injected.store) };
  const violations: string[] = [];
  const run = async (...acts: Act[]) => {
    for (const act of acts) {
      for (let tries = 0; tries < 3; tries++) {
        const result = await act(world, ports.store).catch(() => undefined);
        violations.push(...violationsOf(moneyRecords(store)));
        if (result !== undefined) break;
      }
    }
  };
  await run(grant, create(request(2, 1), 1), create(request(1, 1), 2), create(request(2, 4), 3));
  to(world, '2026-03-10T13:30:00.000Z');
  await run(cancel(1), renew, create(request(0, 0), 4), cancel(4), cancel(3), cancel(2));
  // A scan that was created although its answer was lost is canceled as well.
  for (const { organizationId, scanId } of store.all('scan')) {
    world.scans.set(9, { organizationId, scanId });
    await run(cancel(9));
  }
  return {
    calls: count(),
    violations: [...new Set([...violations, ...violationsAtEnd(store, world.accountId)])],
  };
};

test(
  'interrupted anywhere, a grant is booked once, and refunds restore nothing of it',
  { timeout: 120_000 },
  async () => {
    const { calls, violations } = await play(new Map());
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThan(20);
    for (let call = 1; call <= calls; call++)
      for (const fault of faultKinds)
        expect([call, fault, (await play(new Map([[call, fault]]))).violations]).toEqual([call, fault, []]);
  },
);

test(
  'interrupted anywhere, a grant is booked once, even when the pool is leased',
  { timeout: 3_600_000 },
  async () => {
    for (let seed = 1; seed <= (isNightly ? 20 : 2); seed++) {
      const { calls, violations } = await play(new Map(), seed);
      expect([seed, violations]).toEqual([seed, []]);
      const stride = isNightly ? 1 : 5;
      for (let call = seed; call <= calls; call += stride)
        for (const fault of faultKinds) {
          const { violations: found } = await play(new Map([[call, fault]]), seed);
          expect([seed, call, fault, found]).toEqual([seed, call, fault, []]);
        }
    }
  },
);

describe('an expiry with concurrent debits and refunds', () => {
  test.each([
    ['before it', '2026-03-10T12:59:59.999Z', false],
    ['after it', expiry, false],
    ['before it, of a leased pool', '2026-03-10T12:59:59.999Z', true],
    ['after it, of a leased pool', expiry, true],
  ])('leaves the same as a sequence does, for debits %s', async (_, at, isLeasing) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(6), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (picks, seed) => {
          const store = new MemoryStore();
          const processOn = isLeasing ? leasingProcesses(seed) : (given: Store) => given;
          const world = await open(store);
          for (const act of [grant, create(request(2, 1), 1), create(request(1, 1), 2)])
            await act(world, store);
          const before = { ...world, now: new Date(at) };
          const after = { ...world, now: new Date('2026-03-10T13:00:01.000Z') };
          await interleave(store, picks, [
            async (over) =>
              void (await create(request(2, 4), 3)(before, processOn(over)).catch(() => undefined)),
            async (over) => void (await renew(after, processOn(over))),
            async (over) => void (await cancel(1)(after, processOn(over))),
            async (over) => void (await renew(after, processOn(over))),
          ]);
          expect(violationsOf(moneyRecords(store))).toEqual([]);
          await renew(after, processOn(store));
          for (const { organizationId, scanId } of store.all('scan')) {
            world.scans.set(9, { organizationId, scanId });
            await cancel(9)({ ...after, scans: world.scans }, processOn(store));
          }
          expect(violationsAtEnd(store, world.accountId)).toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('a unit that is charged late is debited after the expiry', async () => {
    const store = new MemoryStore();
    const world = await open(store);
    for (const act of [grant, create(request(2, 2), 1)]) await act(world, store);
    expect(core(store, world.accountId)).toMatchObject({ available: 120, consumed: 40 });
    to(world, expiry);
    await prepare(1)(world, store);
    expect(core(store, world.accountId)).toMatchObject({ available: 95, included: 100, consumed: 5 });
    await finish(1, 0)(world, store);
    await cancel(1)(world, store);
    const [scan] = store.all('scan');
    expect(scan?.units.map(({ promotionsVersions }) => promotionsVersions?.core)).toContain(2);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

test('a debit belongs to its own period, even when a refill comes in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 20 }), async (picks) => {
      const store = new MemoryStore();
      const world = await open(store);
      await grantUntil('2026-05-01T00:00:00.000Z')(world, store);
      const before = { ...world, now: new Date('2026-04-10T11:59:59.999Z') };
      const after = { ...world, now: new Date('2026-04-10T12:00:00.000Z') };
      await interleave(store, picks, [
        async (over) => void (await create(request(2, 1), 1)(before, over)),
        async (over) => void (await renew(after, over)),
      ]);
      const { consumed, periodStartAt } = core(store, world.accountId);
      const [scan] = store.all('scan');
      expect(scan?.chargedPeriods.core === periodStartAt).toBe(consumed > 0);
    }),
    { numRuns: runs(100) },
  );
});
