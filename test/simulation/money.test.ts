import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import { isUpToDate } from '../../lib/domain/billing/renewal.ts';
import type { Store } from '../../lib/ports/store.ts';
import { startTestDatabase, type TestDatabase } from '../support/dynamodb.ts';
import { interleave } from '../support/interleave.ts';
import { hardDays, orders, pauses } from '../support/money-arbitraries.ts';
import { choices, type Choice, type Doing, type World } from '../support/money-choices.ts';
import { openEconomy, sweepNow, type Economy } from '../support/money-economy.ts';
import { clone } from '../support/money-model.ts';
import { isActive, swept, type Situation } from '../support/money-scans.ts';
import { commandsToRun, tally } from '../support/money-tally.ts';
import * as watch from '../support/money-watch.ts';

/**
 * The whole of money against a model of it: requests, workflows, everything that befalls an account, time, and several
 * of these at once. After every step the store has what the model says, and all that is promised holds.
 */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const commandsRun = tally('model commands on the whole of money');

/** What is promised of everything that is written; and what ended stays as it ended. */
const expectPromises = async ({ economy, ended }: World): Promise<watch.Written> => {
  const written = await watch.readAll(economy);
  expect(watch.faultsIn(written)).toEqual([]);
  for (const { scanId, status, verdict, units, finishedAt } of written.scans) {
    if (isActive({ status })) continue;
    const now = JSON.stringify({ status, verdict, units, finishedAt });
    expect(now).toBe(ended.get(scanId) ?? now);
    ended.set(scanId, now);
  }
  return written;
};

const wait = ({ economy }: World, pause: number): void => {
  economy.now = new Date(economy.now.getTime() + pause);
};

/** One thing after the other: exactly what the model says. */
const doAlone = async (choice: Choice, world: World): Promise<void> => {
  const { economy } = world;
  const { act, predict } = choice.choose(world);
  const before = await watch.readAll(economy);
  const mayWrite = !isUpToDate(before.state, economy.now.toISOString());
  const snapshot = watch.snapshot(economy);
  const said = await act(economy, economy.store);
  expect(said).toBe(predict.map((tell) => tell(world.situation)).at(-1));
  const there = watch.situationOf(await expectPromises(world), economy);
  expect(watch.compared(there, economy.now)).toEqual(watch.compared(world.situation, economy.now));
  const isRefused = choice.isRefusable && said !== 'done' && said !== 'created';
  if (isRefused && !mayWrite) expect(watch.snapshot(economy)).toBe(snapshot);
};

/** Whether things that were done at once said and left what they would in some order, one step after the other. */
const isSomeOrder = (
  situation: Situation,
  left: readonly { predict: Doing['predict']; said: string }[],
  isResult: (situation: Situation) => boolean,
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

const doTogether = async (some: readonly Choice[], picks: readonly number[], world: World): Promise<void> => {
  const { economy } = world;
  const doings = some.map((choice) => choice.choose(world));
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
  const there = watch.situationOf(await expectPromises(world), economy);
  if (doings.every(({ isAtomic }) => isAtomic)) {
    const result = watch.comparedLoosely(there, economy.now);
    const left = doings.map(({ predict }, index) => ({ predict, said: said[index] ?? '' }));
    const isResult = (one: Situation) => watch.comparedLoosely(one, economy.now) === result;
    expect({ said, result, order: isSomeOrder(world.situation, left, isResult) }).toMatchObject({
      order: true,
    });
  }
  world.situation = there;
};

type Command = fc.AsyncCommand<object, World>;
const command = (label: string, run: (world: World) => Promise<void>, count: number): Command => ({
  check: () => true,
  run: async (_model, world) => {
    commandsRun.add(count);
    await run(world);
  },
  toString: () => label,
});

const alone = fc.tuple(choices, pauses).map(([choice, pause]) =>
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
  .tuple(fc.array(choices, { minLength: 2, maxLength: 3 }), picked, pauses)
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
const comeToRest = async (world: World): Promise<void> => {
  const { economy, situation } = world;
  for (const hours of [3, 1]) {
    wait(world, hours * 3_600_000);
    await sweepNow(economy, economy.store);
    swept(situation, economy.now.toISOString());
  }
  const there = watch.situationOf(await expectPromises(world), economy);
  expect(watch.compared(there, economy.now)).toEqual(watch.compared(situation, economy.now));
  expect(Object.values(there.scans).filter(isActive)).toEqual([]);
};

const expectAgreement = async (open: () => Store, most: number, numRuns: number): Promise<void> => {
  const commands = fc.commands([alone, alone, together], { maxCommands: most, size: 'max' });
  await fc.assert(
    fc.asyncProperty(orders, hardDays, commands, async (order, from, run) => {
      const economy: Economy = await openEconomy(open(), order, from);
      const situation = watch.situationOf(await watch.readAll(economy), economy);
      const world: World = { economy, situation, ids: 0, ended: new Map() };
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
