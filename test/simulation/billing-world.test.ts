import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import { hourMs } from '@scangate/domain/instant';
import type { Store } from '#ports/store.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { leasingProcesses } from '../support/store/leased-memory.ts';
import { interleave } from '../support/store/interleave.ts';
import { difficultDates, organizations, pauses } from '../models/command-arbitraries.ts';
import {
  worldCommands,
  type WorldCommand,
  type PreparedCommand,
  type ModelWorld,
} from '../models/world-commands.ts';
import { openBillingWorld, sweep, type BillingWorld } from '../models/billing-world.ts';
import { clone } from '../models/account-model.ts';
import { isActive, sweepScans, type BillingModel } from '../models/scan-model.ts';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import * as watch from '../models/read-world.ts';
import { modelOf } from '../models/stored-model.ts';

/**
 * Compares a whole billing world with its reference model: requests, workflows, account commands and time, one by one
 * and concurrently. After every step the store agrees with the model, and no invariant is violated.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const commandsRun = reportCount('model commands on the billing world');

/** Expects that no invariant is violated, and that ended scans do not change. */
const expectInvariants = async ({ billingWorld, ended }: ModelWorld): Promise<watch.StoredRecords> => {
  const stored = await watch.readAll(billingWorld);
  expect(watch.violationsIn(stored)).toEqual([]);
  expect(watch.returnedViolations(stored, billingWorld)).toEqual([]);
  for (const { scanId, status, verdict, units, finishedAt } of stored.scans) {
    if (isActive({ status })) continue;
    const now = JSON.stringify({ status, verdict, units, finishedAt });
    expect(now).toBe(ended.get(scanId) ?? now);
    ended.set(scanId, now);
  }
  return stored;
};

const wait = ({ billingWorld }: ModelWorld, pause: number): void => {
  billingWorld.now = new Date(billingWorld.now.getTime() + pause);
};

/** Runs one command alone, which gives exactly the predicted result. */
const runAlone = async (choice: WorldCommand, world: ModelWorld): Promise<void> => {
  const { billingWorld } = world;
  const { act, predict } = choice.prepare(world);
  const before = await watch.readAll(billingWorld);
  const mayWrite = !isUpToDate(before.state, billingWorld.now.toISOString());
  const snapshot = watch.snapshot(billingWorld);
  const result = await act(billingWorld, billingWorld.store);
  expect(result).toBe(predict.map((step) => step(world.model)).at(-1));
  const actual = modelOf(await expectInvariants(world), billingWorld);
  expect(watch.comparable(actual, billingWorld.now)).toEqual(watch.comparable(world.model, billingWorld.now));
  const isRefused = choice.isRefusable && result !== 'done' && result !== 'created';
  if (isRefused && !mayWrite) expect(watch.snapshot(billingWorld)).toBe(snapshot);
};

/** Whether concurrent commands gave the results and the state of some sequential order of their steps. */
const matchesSomeOrder = (
  model: BillingModel,
  left: readonly { predict: PreparedCommand['predict']; result: string }[],
  matchesState: (model: BillingModel) => boolean,
): boolean => {
  if (left.every(({ predict }) => predict.length === 0)) return matchesState(model);
  return left.some(({ predict: [next, ...others], result }, index) => {
    if (!next) return false;
    const after = clone(model);
    const predicted = next(after);
    if (others.length === 0 && predicted !== result) return false;
    return matchesSomeOrder(after, left.with(index, { predict: others, result }), matchesState);
  });
};

const runTogether = async (
  some: readonly WorldCommand[],
  picks: readonly number[],
  world: ModelWorld,
): Promise<void> => {
  const { billingWorld } = world;
  const { beneath, processOn } = world.leasing ?? {
    beneath: billingWorld.store,
    processOn: (store: Store) => store,
  };
  const prepared = some.map((choice) => choice.prepare(world));
  const results: string[] = [];
  await interleave(
    beneath,
    picks,
    prepared.map(
      ({ act }, index) =>
        async (store) =>
          void (results[index] = await act(billingWorld, processOn(store))),
    ),
  );
  const actual = modelOf(await expectInvariants(world), billingWorld);
  if (prepared.every(({ isAtomic }) => isAtomic)) {
    const state = watch.comparableLoosely(actual, billingWorld.now);
    const left = prepared.map(({ predict }, index) => ({ predict, result: results[index] ?? '' }));
    const matchesState = (one: BillingModel) => watch.comparableLoosely(one, billingWorld.now) === state;
    expect({ results, state, order: matchesSomeOrder(world.model, left, matchesState) }).toMatchObject({
      order: true,
    });
  }
  world.model = actual;
};

type Command = fc.AsyncCommand<object, ModelWorld>;
const command = (label: string, run: (world: ModelWorld) => Promise<void>, count: number): Command => ({
  check: () => true,
  run: async (_model, world) => {
    commandsRun.add(count);
    await run(world);
  },
  toString: () => label,
});

const alone = fc.tuple(worldCommands, pauses).map(([choice, pause]) =>
  command(
    `+${pause} ${choice.label}`,
    async (world) => {
      wait(world, pause);
      await runAlone(choice, world);
    },
    1,
  ),
);
const picked = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
const together = fc
  .tuple(fc.array(worldCommands, { minLength: 2, maxLength: 3 }), picked, pauses)
  .map(([some, picks, pause]) =>
    command(
      `+${pause} together(${some.map(({ label }) => label).join(', ')}; ${picks.join()})`,
      async (world) => {
        wait(world, pause);
        await runTogether(some, picks, world);
      },
      some.length,
    ),
  );

/** Sweeps at the end: every lost scan ends, and every refund is made. */
const sweepAtEnd = async (world: ModelWorld): Promise<void> => {
  const { billingWorld, model } = world;
  for (const hours of [3, 1]) {
    wait(world, hours * hourMs);
    await sweep(billingWorld, billingWorld.store);
    sweepScans(model, billingWorld.now.toISOString());
  }
  const actual = modelOf(await expectInvariants(world), billingWorld);
  expect(watch.comparable(actual, billingWorld.now)).toEqual(watch.comparable(model, billingWorld.now));
  expect(Object.values(actual.scans).filter(isActive)).toEqual([]);
};

const expectAgreement = async (
  open: () => Store,
  { most, numRuns, isLeased = false }: { most: number; numRuns: number; isLeased?: boolean },
): Promise<void> => {
  const commands = fc.commands([alone, alone, together], { maxCommands: most, size: 'max' });
  await fc.assert(
    fc.asyncProperty(organizations, difficultDates, commands, fc.nat(), async (order, from, run, seed) => {
      const beneath = open();
      const processOn = leasingProcesses(seed);
      const store = isLeased ? processOn(beneath) : beneath;
      const billingWorld: BillingWorld = await openBillingWorld(store, order, from);
      const model = modelOf(await watch.readAll(billingWorld), billingWorld);
      const leasing = isLeased && { leasing: { beneath, processOn } };
      const world: ModelWorld = { billingWorld, model, ids: 0, ended: new Map(), ...leasing };
      await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
      await sweepAtEnd(world);
    }),
    { numRuns },
  );
};

describe('any commands on an account and its scans, in any order and concurrently', () => {
  test('leave the memory store as the model predicts, after each step', { timeout: 3_600_000 }, async () => {
    while (commandsRun.count() < commandsToRun(600))
      await expectAgreement(() => new MemoryStore(), { most: 120, numRuns: 3 });
  });

  test('leave a store with leased pools as the model predicts', { timeout: 3_600_000 }, async () => {
    const until = commandsRun.count() + commandsToRun(200);
    while (commandsRun.count() < until)
      await expectAgreement(() => new MemoryStore(), { most: 120, numRuns: 2, isLeased: true });
  });

  describe('over DynamoDB', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await startTestDatabase();
    });
    afterAll(async () => database.stop());

    test('leave the tables as the model predicts', { timeout: 3_600_000 }, async () => {
      const until = commandsRun.count() + commandsToRun(40) / (process.env['MODEL_COMMANDS'] ? 25 : 1);
      while (commandsRun.count() < until)
        await expectAgreement(() => database.store, { most: 40, numRuns: 2 });
    });
  });
});
