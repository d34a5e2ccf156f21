import { log } from '#runtime/log.ts';
import { adjust, applyEvent } from '#test/support/billing/operator-acts.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import {
  injectFaults,
  InjectedTransient,
  isRetryable,
  type FaultKind,
} from '../support/store/fault-injection.ts';
import * as deed from './account-commands.ts';
import type { CommandFactory } from './account-commands.ts';
import * as real from './billing-world.ts';
import { openBillingWorld, type BillingWorld } from './billing-world.ts';
import type { ScanRequest } from './scan-model.ts';
import { comparable, violationsIn, readAll, modelOf } from './read-world.ts';
import { taskContextAt } from '../support/scans/workflow.ts';

/** What moves money, each with what went before; lived through with any misfortune, and brought to an end all the same. */

/** @param plain the economy without misfortune, to look at. */
type Step = (economy: BillingWorld, plain: BillingWorld) => Promise<unknown>;
export interface Scenario {
  order?: Omit<NewOrganization, 'name'>;
  /** What went before, undisturbed; the instants are days after the beginning. */
  before: [day: number, step: Step][];
  day: number;
  /** What whoever called repeats until it is through: with the same names, as it is the same thing. */
  work: Step;
}

const full = { plan: 'Team' as const, licenses: 8, sastAddon: 'team' as const };
const wish: ScanRequest = { organization: 1, person: 'eve', repository: 1, commit: 2, types: 'all' };
const large: ScanRequest = { ...wish, repository: 2, commit: 4 };
const create =
  (asked: ScanRequest, key?: string): Step =>
  (economy) =>
    real.create(asked, 1, key)(economy, economy.store);
const prepare: Step = (economy) => real.prepare(1)(economy, economy.store);
const cancel: Step = (economy) => real.cancel(1)(economy, economy.store);
const finish =
  (failing: number): Step =>
  (economy) =>
    real.finish(1, failing)(economy, economy.store);

/** The deed as it was decided when it was first asked for, however often it is asked for. */
const doing = (make: CommandFactory): Step => {
  const decided = new WeakMap<object, deed.Command>();
  return async (economy, plain) => {
    if (!decided.has(economy.scans)) {
      const { customer } = modelOf(await readAll(plain), plain);
      decided.set(economy.scans, make(customer, economy.now.toISOString(), 'once'));
    }
    const known = decided.get(economy.scans);
    return known && real.execute(known)(economy, economy.store);
  };
};
const event =
  (content: object): Step =>
  (economy) => {
    const { accountId: organizationId, store, now } = economy;
    const eventId = '00000000-0000-4000-8000-00000000eeee';
    return applyEvent({ organizationId, eventId, event: content }, store, now);
  };
const adjustment: Step = ({ accountId: organizationId, store, now }) => {
  const adjustmentId = '00000000-0000-4000-8000-00000000aaaa';
  const order = { organizationId, adjustmentId, pool: 'core', amount: -900, motif: 'support' };
  return adjust(order, store, now);
};
/** The daily job, which goes on with others when one fails, and is run again. */
const renewals: Step = ({ store, now }) =>
  renewDueAccounts(null, { store, log }, taskContextAt(now)).catch((error: unknown) => {
    throw new InjectedTransient(String(error));
  });

const invoiced: [number, Step] = [
  0,
  doing(deed.begin({ plan: 'Team', interval: 'month', licenses: 6 }, true, 0)),
];
const spent: [number, Step][] = [
  [1, create(wish)],
  [1, prepare],
];
const of = (day: number, work: Step, ...before: [number, Step][]): Scenario => ({ before, day, work });

export const scenarios: Record<string, Scenario> = {
  'a creation with a licence and both pools': of(1, create(wish, 'key')),
  'a creation without a key': of(1, create(wish)),
  'a creation after a refill that nobody wrote': of(40, create(wish, 'key'), ...spent),
  'a creation that both pools cannot pay': {
    ...of(1, create(large, 'key')),
    order: { ...full, credits: { core: 50, sast: 39 } },
  },
  'charges of units found later': of(1, prepare, [1, create(wish)]),
  'charges of units found later, after a refill that nobody wrote': of(31, prepare, [30, create(wish)]),
  'more refunds than one write has room for': of(1, cancel, [1, create(large)], [1, prepare]),
  'refunds in a later period': of(40, finish(0), [1, create(wish)], [1, prepare], [40, renewals]),
  'the refills of a month': of(31, renewals, ...spent),
  'the refills of half a year': of(190, doing(deed.renew), ...spent),
  'the first payment of a plan': of(3, invoiced[1], ...spent),
  'a paid renewal with another plan': of(
    33,
    doing(deed.paid('next')),
    invoiced,
    [2, doing(deed.schedule({ plan: 'Starter', interval: 'year' }))],
    ...spent,
  ),
  'a renewal that is paid two months late': of(95, doing(deed.paid('skipping')), invoiced, ...spent),
  'more licences': of(12, doing(deed.seatsUp(3)), ...spent),
  'the end of the plan': of(12, doing(deed.end(0)), ...spent),
  'the end of a cancelled plan that nobody wrote': of(40, doing(deed.renew), [
    2,
    doing(deed.autoRenew(false)),
  ]),
  'a payment of the add-on': of(
    32,
    doing(deed.addonPaid(false)),
    invoiced,
    [0, doing(deed.addonEnd)],
    [0.1, doing(deed.addonOn('team', true))],
    ...spent,
  ),
  'a failed payment': of(3, doing(deed.payFails(0, 0)), invoiced),
  'a failed payment that is settled': of(4, doing(deed.paySettled(0)), invoiced, [
    3,
    doing(deed.payFails(0, 0)),
  ]),
  'a pack': of(3, doing(deed.pack('sast-25', 'cs_1')), ...spent),
  'an adjustment by an operator': of(3, adjustment, ...spent),
  'a plan that an operator sets': of(
    3,
    event({ type: 'plan_set', plan: 'Starter', period: 'year' }),
    ...spent,
  ),
  'licences that an operator adds': of(3, event({ type: 'licenses_added', licenses: 11 }), ...spent),
};

const begin = '2026-01-31T12:00:00.000Z';
const dayAfter = (day: number): Date => new Date(Date.parse(begin) + day * 86_400_000);

const insist = async (work: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isRetryable(error) || attempt === 8) throw error;
    }
  }
};

/** All that is there at the end, but for names that are made anew each time. */
const endOf = async (economy: BillingWorld) => {
  const written = await readAll(economy);
  for (const [index, { organizationId, scanId }] of written.scans.entries())
    if (![...economy.scans.values()].some((scan) => scan.scanId === scanId))
      economy.scans.set(100 + index, { organizationId, scanId });
  const { scans, ...account } = comparable(modelOf(written, economy), economy.now);
  const units = scans.map(([, ...scan]) => scan.join(' ')).toSorted();
  const names = written.entries.map(
    ({ pool, kind, source = '', amount }) => `${pool} ${kind} ${source} ${amount}`,
  );
  const entries = Object.fromEntries(
    [...Map.groupBy(names, String)].map(([name, some]) => [name, some.length]),
  );
  return { account, units, entries, faults: violationsIn(written) };
};

/** Lives through it. @returns what is there in the end, and how many calls were made. */
export const runScenario = async (life: Scenario, cuts: ReadonlyMap<number, FaultKind>) => {
  const economy = await openBillingWorld(new MemoryStore(), life.order ?? full, begin);
  for (const [day, step] of life.before) {
    economy.now = dayAfter(day);
    await step(economy, economy);
  }
  economy.now = dayAfter(life.day);
  const { store, world } = economy;
  const { ports, count } = injectFaults({ ...world, store }, cuts);
  await insist(() => life.work({ ...economy, world: ports, store: ports.store }, economy));
  const calls = count();
  economy.now = new Date(economy.now.getTime() + 3 * 60_000);
  await real.sweepNow(economy, store);
  await doing(deed.renew)(economy, economy);
  return { end: await endOf(economy), calls };
};
