import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { creditPacks } from '@scangate/domain/credits/credit-packs';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import type { LedgerEntry } from '@scangate/domain/records';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { plusMonths } from '../models/model-calendar.ts';
import {
  accountCommand,
  create,
  finish,
  prepare,
  type WorldCommand,
  type ModelWorld,
} from '../models/world-commands.ts';
import * as deed from '../models/account-commands.ts';
import { openBillingWorld, people } from '../models/billing-world.ts';
import * as watch from '../models/read-world.ts';
import { taskContextAt } from '../support/scans/workflow.ts';

/** Ten years of organizations that scan, buy, and pay at their own times, while jobs run when they can. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

interface Subscriber {
  order: Omit<NewOrganization, 'name'>;
  from: string;
  /** Pays by invoice, a while after each is due. */
  invoiced?: Parameters<typeof deed.begin>[0];
  /** What each pool is given every month of all the years. */
  monthly: Partial<Record<(typeof poolNames)[number], number>>;
}

const population: Record<string, Subscriber> = {
  'Free since the last moment of January': {
    order: { plan: 'Free' },
    from: '2027-01-31T23:59:59.999Z',
    monthly: { core: 100 },
  },
  'Starter with the add-on since a 30th': {
    order: { plan: 'Starter', sastAddon: 'starter' },
    from: '2026-12-30T00:00:00.000Z',
    monthly: { core: 800, sast: 50 },
  },
  'Starter by the year since a leap day': {
    order: { plan: 'Starter', period: 'year' },
    from: '2028-02-29T06:30:00.000Z',
    monthly: { core: 800 },
  },
  'Team with the add-on since New Year': {
    order: { plan: 'Team', licenses: 7, sastAddon: 'team' },
    from: '2027-01-01T00:00:00.000Z',
    monthly: { core: 700, sast: 350 },
  },
  'Regulated with few credits since a 29th': {
    order: { plan: 'Regulated', credits: { core: 40 } },
    from: '2027-08-29T12:00:00.000Z',
    monthly: { core: 40 },
  },
  'Team that pays each month, late': {
    order: { plan: 'Free' },
    from: '2027-05-31T18:00:00.000Z',
    invoiced: { plan: 'Team', interval: 'month', licenses: 5 },
    monthly: { core: 500 },
  },
  'Starter that pays each year, late': {
    order: { plan: 'Free' },
    from: '2027-10-31T03:00:00.000Z',
    invoiced: { plan: 'Starter', interval: 'year' },
    monthly: { core: 800 },
  },
};

const dayMs = 86_400_000;
const months = 120;

const doAsTold = async (choice: WorldCommand, world: ModelWorld): Promise<void> => {
  const { act, predict } = choice.prepare(world);
  const said = await act(world.billingWorld, world.billingWorld.store);
  expect(said).toBe(predict.map((tell) => tell(world.model)).at(-1));
};

const expectModel = async ({
  billingWorld: economy,
  model: situation,
}: ModelWorld): Promise<watch.StoredRecords> => {
  const written = await watch.readAll(economy);
  expect(watch.violationsIn(written)).toEqual([]);
  const there = watch.modelOf(written, economy);
  expect(watch.comparable(there, economy.now)).toEqual(watch.comparable(situation, economy.now));
  return written;
};

const habits = fc.record({
  pauseMs: fc.integer({ min: 1, max: 8 * dayMs }),
  who: fc.constantFrom(...people),
  repository: fc.constantFrom(0, 1),
  commit: fc.nat(3),
  types: fc.constantFrom('all' as const, 'sca' as const),
  failing: fc.constantFrom(-1, -1, -1, 0),
  buys: fc.integer({ min: 0, max: 24 }).map((draw) => draw === 0),
  runsJob: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
});
type Habit = typeof habits extends fc.Arbitrary<infer T> ? T : never;

const named = (label: string, make: deed.CommandFactory) => accountCommand({ label, prepare: make });
const renewing = named('renew', deed.renew);

/** What is due is paid up to eight days late: nothing is refilled before. */
const payWhatIsDue = async (world: ModelWorld): Promise<void> => {
  const { paidThrough } = world.model.customer;
  if (paidThrough !== undefined && paidThrough <= world.billingWorld.now.toISOString())
    await doAsTold(named('paid', deed.paid('next')), world);
};

const liveThrough = async (world: ModelWorld, habit: Habit, isInvoiced: boolean): Promise<void> => {
  const { who, repository, commit, types, failing, buys, runsJob } = habit;
  if (isInvoiced) await payWhatIsDue(world);
  if (buys) await doAsTold(named('pack', deed.pack('core-100', undefined)), world);
  await doAsTold(create({ ...who, repository, commit, types }), world);
  const scan = world.billingWorld.scans.size - 1;
  await doAsTold(prepare(scan), world);
  await doAsTold(finish([scan, failing]), world);
  if (runsJob) {
    const { store, now } = world.billingWorld;
    await renewDueAccounts(null, { store, log }, taskContextAt(now));
    await doAsTold(renewing, world);
  }
};

const tenYears = async (
  { order, from, invoiced }: Subscriber,
  all: readonly Habit[],
): Promise<ModelWorld> => {
  const signedUp = new Date(Date.parse(from) - (invoiced ? dayMs : 0)).toISOString();
  const economy = await openBillingWorld(new MemoryStore(), order, signedUp);
  economy.now = new Date(from);
  const situation = watch.modelOf(await watch.readAll(economy), economy);
  const world: ModelWorld = { billingWorld: economy, model: situation, ids: 0, ended: new Map() };
  if (invoiced) await doAsTold(named('begin', deed.begin(invoiced, true, 0)), world);
  const end = Date.parse(plusMonths(from, months));
  for (const [index, habit] of all.entries()) {
    if (economy.now.getTime() + habit.pauseMs >= end) break;
    economy.now = new Date(economy.now.getTime() + habit.pauseMs);
    await liveThrough(world, habit, invoiced !== undefined);
    if (index % 100 === 0) await expectModel(world);
  }
  economy.now = new Date(end);
  if (invoiced) await payWhatIsDue(world);
  await doAsTold(renewing, world);
  return world;
};

const total = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

/** No month is missed or given twice, and each begins at the anchor, clamped by itself to the end of its month. */
const expectEveryMonth = (entries: readonly LedgerEntry[], from: string): void => {
  const refills = entries.filter(({ cause }) => cause.startsWith('refill#'));
  const instants = [...new Set(refills.map(({ cause }) => cause.slice('refill#'.length)))].toSorted();
  const grid = Array.from({ length: months }, (_, index) => plusMonths(from, index + 1));
  expect(instants.filter((instant) => instant > from)).toEqual(grid);
};

describe('after ten years of', () => {
  test.each(Object.entries(population))(
    '%s, no anchor drifted and no credit was lost or made',
    async (_name, subscriber) => {
      const all = fc.sample(habits, { seed: 31, numRuns: 1_200 });
      const world = await tenYears(subscriber, all);
      const { state, entries, scans } = await expectModel(world);
      expect(scans.length).toBeGreaterThan(200);
      for (const pool of poolNames) {
        const mine = entries.filter((entry) => entry.pool === pool);
        const monthly = subscriber.monthly[pool] ?? 0;
        if (monthly > 0) expectEveryMonth(mine, subscriber.from);
        const isLater = ({ cause }: LedgerEntry) => cause > `refill#${subscriber.from}`;
        const refills = mine.filter(({ cause }) => cause.startsWith('refill#'));
        expect(total(refills.filter(isLater))).toBe(months * monthly);
        const units = scans.flatMap((scan) => scan.units).filter(({ status }) => status === 'completed');
        const kept = units.reduce((sum, { charge }) => sum + (charge[pool] ?? 0), 0);
        expect(total(mine.filter(({ scanId }) => scanId !== undefined))).toBe(0 - kept);
        expect(state.pools[pool].available).toBe(total(mine));
      }
      const bought = entries.filter(({ cause }) => cause.startsWith('pack#'));
      expect(bought.length).toBeGreaterThan(10);
      expect(total(bought)).toBe(bought.length * creditPacks['core-100'].credits);
    },
  );
});
