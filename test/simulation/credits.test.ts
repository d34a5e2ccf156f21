import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import { activeStatuses, type Scan } from '../../lib/domain/records.ts';
import {
  adjust,
  cancel,
  create,
  die,
  finish,
  openEconomy,
  prepare,
  readBooks,
  refill,
  sweepNow,
  type Act,
  type Economy,
} from '../support/credit-model.ts';
import { startTestDatabase, type TestDatabase } from '../support/dynamodb.ts';
import { interleave } from '../support/interleave.ts';
import { faultsOf } from '../support/ledger.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** What is believed to be there; told by what was said, and compared with the books after each step. */
interface Beliefs {
  available: number;
  /** Credits that active scans hold, by scan. */
  held: Map<string, number>;
}

const heldBy = (scan: Scan): number =>
  activeStatuses.includes(scan.status)
    ? scan.units.reduce((sum, { charge }) => sum + (charge.core ?? 0), 0)
    : 0;
const beliefsFrom = (books: Awaited<ReturnType<typeof readBooks>>): Beliefs => ({
  available: books.pools.find(({ pool }) => pool === 'core')?.available ?? 0,
  held: new Map(books.scans.map((scan) => [scan.scanId, heldBy(scan)])),
});
const total = ({ available, held }: Beliefs): number =>
  [...held.values()].reduce((sum, one) => sum + one, available);

const expectBooks = async (economy: Economy): Promise<Beliefs> => {
  const books = await readBooks(economy);
  expect(faultsOf(books)).toEqual([]);
  return beliefsFrom(books);
};

interface Step {
  label: string;
  act: Act;
  /** How the credits of account and active scans together may change: by a scan that keeps them, or by support. */
  moves?: 'kept' | 'given';
}
const step = (label: string, act: Act, moves?: Step['moves']): Step => ({
  label,
  act,
  ...(moves && { moves }),
});

const small = fc.nat(30);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(1), fc.constantFrom(0, 0, 1, 1, 1, 2), fc.nat(3))
      .map(([who, which, commit]) => step(`create ${who} ${which} ${commit}`, create(who, which, commit))),
  },
  { weight: 5, arbitrary: small.map((at) => step(`prepare ${at}`, prepare(at))) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(small, fc.constantFrom(-1, -1, 0, 1))
      .map(([at, failing]) => step(`finish ${at} ${failing}`, finish(at, failing), 'kept')),
  },
  { weight: 3, arbitrary: small.map((at) => step(`cancel ${at}`, cancel(at))) },
  { weight: 2, arbitrary: small.map((at) => step(`die ${at}`, die(at))) },
  { weight: 1, arbitrary: fc.constant(step('sweep', sweepNow)) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: -40, max: 60 })
      .filter((amount) => amount !== 0)
      .map((amount) => step(`adjust ${amount}`, adjust(amount), 'given')),
  },
  {
    weight: 1,
    arbitrary: fc.nat(80).map((included) => step(`refill ${included}`, refill(included), 'given')),
  },
);

type Command = fc.AsyncCommand<{ beliefs: Beliefs }, Economy>;

/** Time goes on before each command, by up to half an hour; never by nothing, so that periods differ. */
const wait = (economy: Economy, seconds: number): void => {
  economy.now = new Date(economy.now.getTime() + (seconds + 1) * 1000);
};

/** One thing after the other: nothing is lost or made but by who may. */
const alone = ({ label, act, moves }: Step, seconds: number): Command => ({
  check: () => true,
  run: async (model, economy) => {
    wait(economy, seconds);
    const before = model.beliefs;
    const said = await act(economy, economy.store);
    const after = await expectBooks(economy);
    const change = total(after) - total(before);
    if (moves === undefined) expect(change).toBe(0);
    if (moves === 'kept') expect(change).toBeLessThanOrEqual(0);
    if (said === 'insufficient_credits') expect(before.available).toBeLessThan(40);
    if (said === 'found') expect(after).toEqual(before);
    if (said === 'completed' || said === 'cancelled' || said === 'failed')
      expect(change >= 0 || moves === 'kept').toBe(true);
    model.beliefs = after;
  },
  toString: () => label,
});

/** Several at once, in the order of their calls that `picks` says. */
const together = (some: readonly Step[], picks: readonly number[], seconds: number): Command => ({
  check: () => true,
  run: async (model, economy) => {
    wait(economy, seconds);
    await interleave(
      economy.store,
      picks,
      some.map(
        ({ act }) =>
          (store) =>
            act(economy, store),
      ),
    );
    const after = await expectBooks(economy);
    if (some.every(({ moves }) => moves !== 'given'))
      expect(total(after)).toBeLessThanOrEqual(total(model.beliefs));
    model.beliefs = after;
  },
  toString: () => `together(${some.map(({ label }) => label).join(', ')}; ${picks.join()})`,
});

const seconds = fc.nat(1_800);
const commands = (most: number) =>
  fc.commands(
    [
      fc.tuple(steps, seconds).map(([one, later]) => alone(one, later)),
      fc
        .tuple(
          fc.array(steps, { minLength: 2, maxLength: 4 }),
          fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }),
          seconds,
        )
        .map(([some, picks, later]) => together(some, picks, later)),
    ],
    { maxCommands: most, size: 'max' },
  );

const expectAgreement = (open: () => Promise<Economy>, most: number, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(commands(most), async (run) => {
      const economy = await open();
      await fc.asyncModelRun(
        async () => ({ model: { beliefs: await expectBooks(economy) }, real: economy }),
        run,
      );
      economy.now = new Date(economy.now.getTime() + 3 * 3_600_000);
      await sweepNow(economy, economy.store);
      const last = await expectBooks(economy);
      expect([...last.held.values()].every((held) => held === 0)).toBe(true);
    }),
    { numRuns },
  );

describe('whatever happens to scans and credits, in whatever order', () => {
  test('the books of the store in memory agree after each of 300 steps', async () => {
    await expectAgreement(() => openEconomy(new MemoryStore(), 60), 300, 4);
  });

  describe('over DynamoDB', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await startTestDatabase();
    });
    afterAll(async () => database.stop());

    test('they agree as well', async () => {
      await expectAgreement(() => openEconomy(database.store, 60), 40, 3);
    });
  });
});
