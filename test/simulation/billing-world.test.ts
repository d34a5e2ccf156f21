import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { isUpToDate } from '@scangate/domain/accounts/time-driven-changes';
import type { Store } from '#ports/store.ts';
import { startTestDatabase, type TestDatabase } from '../support/store/test-database.ts';
import { interleave } from '../support/store/interleave.ts';
import { hardDays, organizations, pauses } from '../models/command-arbitraries.ts';
import {
  worldCommands,
  type WorldCommand,
  type PreparedCommand,
  type ModelWorld,
} from '../models/world-commands.ts';
import { openBillingWorld, sweepNow, type BillingWorld } from '../models/billing-world.ts';
import { clone } from '../models/account-model.ts';
import { isActive, sweepScans, type BillingModel } from '../models/scan-model.ts';
import { commandsToRun, reportCount } from '../models/run-counter.ts';
import * as watch from '../models/read-world.ts';

/**
 * The whole of money against a model of it: requests, workflows, everything that befalls an account, time, and several
 * of these at once. After every step the store has what the model says, and all that is promised holds.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const commandsRun = reportCount('model commands on the whole of money');

/** What is promised of everything that is written; and what ended stays as it ended. */
const expectPromises = async ({ billingWorld: economy, ended }: ModelWorld): Promise<watch.StoredRecords> => {
  const written = await watch.readAll(economy);
  expect(watch.violationsIn(written)).toEqual([]);
  for (const { scanId, status, verdict, units, finishedAt } of written.scans) {
    if (isActive({ status })) continue;
    const now = JSON.stringify({ status, verdict, units, finishedAt });
    expect(now).toBe(ended.get(scanId) ?? now);
    ended.set(scanId, now);
  }
  return written;
};

const wait = ({ billingWorld: economy }: ModelWorld, pause: number): void => {
  economy.now = new Date(economy.now.getTime() + pause);
};

/** One thing after the other: exactly what the model says. */
const doAlone = async (choice: WorldCommand, world: ModelWorld): Promise<void> => {
  const { billingWorld: economy } = world;
  const { act, predict } = choice.prepare(world);
  const before = await watch.readAll(economy);
  const mayWrite = !isUpToDate(before.state, economy.now.toISOString());
  const snapshot = watch.snapshot(economy);
  const said = await act(economy, economy.store);
  expect(said).toBe(predict.map((tell) => tell(world.model)).at(-1));
  const there = watch.modelOf(await expectPromises(world), economy);
  expect(watch.comparable(there, economy.now)).toEqual(watch.comparable(world.model, economy.now));
  const isRefused = choice.isRefusable && said !== 'done' && said !== 'created';
  if (isRefused && !mayWrite) expect(watch.snapshot(economy)).toBe(snapshot);
};

/** Whether things that were done at once said and left what they would in some order, one step after the other. */
const isSomeOrder = (
  situation: BillingModel,
  left: readonly { predict: PreparedCommand['predict']; said: string }[],
  isResult: (situation: BillingModel) => boolean,
): boolean => {
  if (left.every(({ predict }) => predict.length === 0)) return isResult(situation);
  return left.some(({ predict: [next, ...others], said }, index) => {
    if (!next) return false;
    const after = clone(situation);
    const told = next(after);
    if (others.length === 0 && told !== said) return false;
    return isSomeOrder(after, left.with(index, { predict: others, said }), isResult);
  });
};

const doTogether = async (
  some: readonly WorldCommand[],
  picks: readonly number[],
  world: ModelWorld,
): Promise<void> => {
  const { billingWorld: economy } = world;
  const doings = some.map((choice) => choice.prepare(world));
  const said: string[] = [];
  await interleave(
    economy.store,
    picks,
    doings.map(
      ({ act }, index) =>
        async (store) =>
          void (said[index] = await act(economy, store)),
    ),
  );
  const there = watch.modelOf(await expectPromises(world), economy);
  if (doings.every(({ isAtomic }) => isAtomic)) {
    const result = watch.comparableLoosely(there, economy.now);
    const left = doings.map(({ predict }, index) => ({ predict, said: said[index] ?? '' }));
    const isResult = (one: BillingModel) => watch.comparableLoosely(one, economy.now) === result;
    expect({ said, result, order: isSomeOrder(world.model, left, isResult) }).toMatchObject({
      order: true,
    });
  }
  world.model = there;
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
      await doAlone(choice, world);
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
        await doTogether(some, picks, world);
      },
      some.length,
    ),
  );

/** In the end nothing is left undone: whatever was lost on the way, the sweep ends it and gives back what is due. */
const comeToRest = async (world: ModelWorld): Promise<void> => {
  const { billingWorld: economy, model: situation } = world;
  for (const hours of [3, 1]) {
    wait(world, hours * 3_600_000);
    await sweepNow(economy, economy.store);
    sweepScans(situation, economy.now.toISOString());
  }
  const there = watch.modelOf(await expectPromises(world), economy);
  expect(watch.comparable(there, economy.now)).toEqual(watch.comparable(situation, economy.now));
  expect(Object.values(there.scans).filter(isActive)).toEqual([]);
};

const expectAgreement = async (open: () => Store, most: number, numRuns: number): Promise<void> => {
  const commands = fc.commands([alone, alone, together], { maxCommands: most, size: 'max' });
  await fc.assert(
    fc.asyncProperty(organizations, hardDays, commands, async (order, from, run) => {
      const economy: BillingWorld = await openBillingWorld(open(), order, from);
      const situation = watch.modelOf(await watch.readAll(economy), economy);
      const world: ModelWorld = { billingWorld: economy, model: situation, ids: 0, ended: new Map() };
      await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
      await comeToRest(world);
    }),
    { numRuns },
  );
};

describe('whatever happens to an account and its scans, in whatever order, and at once', () => {
  test('the store in memory has what the model says, after each step', { timeout: 3_600_000 }, async () => {
    while (commandsRun.count() < commandsToRun(2_000)) await expectAgreement(() => new MemoryStore(), 120, 5);
  });

  describe('over DynamoDB', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await startTestDatabase();
    });
    afterAll(async () => database.stop());

    test('the tables have what the model says', { timeout: 3_600_000 }, async () => {
      const until = commandsRun.count() + commandsToRun(150) / (process.env['MODEL_COMMANDS'] ? 25 : 1);
      while (commandsRun.count() < until) await expectAgreement(() => database.store, 40, 2);
    });
  });
});
