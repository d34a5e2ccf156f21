import * as fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { log } from '#runtime/log.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { creditPacks } from '@scangate/domain/credits/credit-packs';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import { dayMs } from '@scangate/domain/instant';
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
import { isNightly, isSampled } from '../support/runs/samples.ts';
import * as commands from '../models/account-commands.ts';
import { buyPack } from '../models/credit-commands.ts';
import { openBillingWorld, people } from '../models/billing-world.ts';
import * as watch from '../models/read-world.ts';
import { modelOf } from '../models/stored-model.ts';
import { taskContextAt } from '../support/scans/workflow.ts';

/** Simulates ten years of organizations that scan, buy and pay at random times, while jobs run at random times. */

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

interface Subscriber {
  order: Omit<NewOrganization, 'name'>;
  from: string;
  /** Pays by invoice, some days late. */
  invoiced?: Parameters<typeof commands.startPlanCommand>[0];
  /** The credits that each pool gets every month. */
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

const months = 120;

const runAsPredicted = async (command: WorldCommand, world: ModelWorld): Promise<void> => {
  const { act, predict } = command.prepare(world);
  const result = await act(world.billingWorld, world.billingWorld.store);
  expect(result).toBe(predict.map((step) => step(world.model)).at(-1));
};

const expectModel = async ({ billingWorld, model }: ModelWorld): Promise<watch.StoredRecords> => {
  const stored = await watch.readAll(billingWorld);
  expect(watch.violationsIn(stored)).toEqual([]);
  const actual = modelOf(stored, billingWorld);
  expect(watch.comparable(actual, billingWorld.now)).toEqual(watch.comparable(model, billingWorld.now));
  return stored;
};

/** People are half as active in `npm test` as each night. */
const maxPauseDays = isNightly ? 8 : 16;
const activities = fc.record({
  pauseMs: fc.integer({ min: 1, max: maxPauseDays * dayMs }),
  who: fc.constantFrom(...people),
  repository: fc.constantFrom(0, 1),
  commit: fc.nat(3),
  types: fc.constantFrom('all' as const, 'sca' as const),
  failing: fc.constantFrom(-1, -1, -1, 0),
  buys: fc.integer({ min: 0, max: 24 }).map((draw) => draw === 0),
  runsJob: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
});
type Activity = typeof activities extends fc.Arbitrary<infer T> ? T : never;

const named = (label: string, factory: commands.CommandFactory) =>
  accountCommand({ label, prepare: factory });
const renewCommand = named('renew', commands.renew);

/** Pays a due renewal, up to eight days late. Nothing is refilled before. */
const payDueRenewal = async (world: ModelWorld): Promise<void> => {
  const { paidThrough } = world.model.customer;
  if (paidThrough !== undefined && paidThrough <= world.billingWorld.now.toISOString())
    await runAsPredicted(named('payRenewal', commands.payRenewal('next')), world);
};

const runDay = async (world: ModelWorld, activity: Activity, isInvoiced: boolean): Promise<void> => {
  const { who, repository, commit, types, failing, buys, runsJob } = activity;
  if (isInvoiced) await payDueRenewal(world);
  if (buys) await runAsPredicted(named('buyPack', buyPack('core-100', undefined)), world);
  await runAsPredicted(create({ ...who, repository, commit, types }), world);
  const scan = world.billingWorld.scans.size - 1;
  await runAsPredicted(prepare(scan), world);
  await runAsPredicted(finish([scan, failing]), world);
  if (runsJob) {
    const { store, now } = world.billingWorld;
    await renewDueAccounts(null, { store, log }, taskContextAt(now));
    await runAsPredicted(renewCommand, world);
  }
};

const tenYears = async (
  { order, from, invoiced }: Subscriber,
  all: readonly Activity[],
): Promise<ModelWorld> => {
  const signedUp = new Date(Date.parse(from) - (invoiced ? dayMs : 0)).toISOString();
  const billingWorld = await openBillingWorld(new MemoryStore(), order, signedUp);
  billingWorld.now = new Date(from);
  const model = modelOf(await watch.readAll(billingWorld), billingWorld);
  const world: ModelWorld = { billingWorld, model, ids: 0, ended: new Map() };
  if (invoiced)
    await runAsPredicted(
      named('startPlan', commands.startPlanCommand(invoiced, { byInvoice: true, hoursAgo: 0 })),
      world,
    );
  const end = Date.parse(plusMonths(from, months));
  for (const [index, activity] of all.entries()) {
    if (billingWorld.now.getTime() + activity.pauseMs >= end) break;
    billingWorld.now = new Date(billingWorld.now.getTime() + activity.pauseMs);
    await runDay(world, activity, invoiced !== undefined);
    if (index % 100 === 0) await expectModel(world);
  }
  billingWorld.now = new Date(end);
  if (invoiced) await payDueRenewal(world);
  await runAsPredicted(renewCommand, world);
  return world;
};

const total = (entries: readonly LedgerEntry[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

/** Expects one refill for each month, at the anchor clamped to the end of the month. */
const expectEveryMonth = (entries: readonly LedgerEntry[], from: string): void => {
  const refills = entries.filter(({ cause }) => cause.startsWith('refill#'));
  const instants = [...new Set(refills.map(({ cause }) => cause.slice('refill#'.length)))].toSorted();
  const grid = Array.from({ length: months }, (_, index) => plusMonths(from, index + 1));
  expect(instants.filter((instant) => instant > from)).toEqual(grid);
};

describe('after ten years of', () => {
  // `npm test` follows half of them, the other half on the next day.
  test.each(Object.entries(population).filter((_one, index) => isSampled(index, 2)))(
    '%s, no anchor has drifted and no credit was lost or created',
    async (_name, subscriber) => {
      const all = fc.sample(activities, { seed: 31, numRuns: 1_200 });
      const world = await tenYears(subscriber, all);
      const { state, entries, scans } = await expectModel(world);
      expect(scans.length).toBeGreaterThan(200);
      for (const pool of poolNames) {
        const own = entries.filter((entry) => entry.pool === pool);
        const monthly = subscriber.monthly[pool] ?? 0;
        if (monthly > 0) expectEveryMonth(own, subscriber.from);
        const isLater = ({ cause }: LedgerEntry) => cause > `refill#${subscriber.from}`;
        const refills = own.filter(({ cause }) => cause.startsWith('refill#'));
        expect(total(refills.filter(isLater))).toBe(months * monthly);
        const units = scans.flatMap((scan) => scan.units).filter(({ status }) => status === 'completed');
        const kept = units.reduce((sum, { charge }) => sum + (charge[pool] ?? 0), 0);
        expect(total(own.filter(({ scanId }) => scanId !== undefined))).toBe(0 - kept);
        expect(state.pools[pool].available).toBe(total(own));
      }
      const bought = entries.filter(({ cause }) => cause.startsWith('pack#'));
      expect(bought.length).toBeGreaterThan(10);
      expect(total(bought)).toBe(bought.length * creditPacks['core-100'].credits);
    },
  );
});
