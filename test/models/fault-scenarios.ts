import { log } from '#runtime/log.ts';
import { adjust, applyEvent } from '#test/support/billing/operator-actions.ts';
import { renewDueAccounts } from '#app/billing/renew-due-accounts.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Store } from '#ports/store.ts';
import type { NewOrganization } from '@scangate/domain/accounts/provision-organization';
import {
  injectFaults,
  InjectedTransient,
  isRetryable,
  type FaultKind,
} from '../support/store/fault-injection.ts';
import * as commands from './account-commands.ts';
import { buyPack } from './credit-commands.ts';
import * as addonCommands from './addon-commands.ts';
import type { CommandFactory } from './account-commands.ts';
import * as real from './billing-world.ts';
import { openBillingWorld, type BillingWorld } from './billing-world.ts';
import type { ScanRequest } from './scan-model.ts';
import { comparable, violationsIn, readAll } from './read-world.ts';
import { modelOf } from './stored-model.ts';
import { leasingProcesses } from '../support/store/leased-memory.ts';
import { taskContextAt } from '../support/scans/workflow.ts';

/** Scenarios of everything that changes credits. Each runs with injected faults and is retried until it is done. */

/** @param plain the same world without faults, for reading. */
type Step = (billingWorld: BillingWorld, plain: BillingWorld) => Promise<unknown>;
export interface Scenario {
  order?: Omit<NewOrganization, 'name'>;
  /** Steps that run before, without faults, with their days after the start. */
  before: [day: number, step: Step][];
  day: number;
  /** The step that is repeated with the same ids until it succeeds. */
  work: Step;
}

const full = { plan: 'Team' as const, licenses: 8, sastAddon: 'team' as const };
const scanRequest: ScanRequest = { organization: 1, person: 'eve', repository: 1, commit: 2, types: 'all' };
const large: ScanRequest = { ...scanRequest, repository: 2, commit: 4 };
const create =
  (request: ScanRequest, key?: string): Step =>
  (billingWorld) =>
    real.create(request, 1, key)(billingWorld, billingWorld.store);
const prepare: Step = (billingWorld) => real.prepare(1)(billingWorld, billingWorld.store);
const cancel: Step = (billingWorld) => real.cancel(1)(billingWorld, billingWorld.store);
const finish =
  (failing: number): Step =>
  (billingWorld) =>
    real.finish(1, failing)(billingWorld, billingWorld.store);

/** A command that is decided at its first run and repeated as it is. */
const commandStep = (makeCommand: CommandFactory): Step => {
  const decided = new WeakMap<object, commands.Command>();
  return async (billingWorld, plain) => {
    if (!decided.has(billingWorld.scans)) {
      const { customer } = modelOf(await readAll(plain), plain);
      decided.set(billingWorld.scans, makeCommand(customer, billingWorld.now.toISOString(), 'once'));
    }
    const command = decided.get(billingWorld.scans);
    return command && real.execute(command)(billingWorld, billingWorld.store);
  };
};
const event =
  (content: object): Step =>
  (billingWorld) => {
    const { accountId: organizationId, store, now } = billingWorld;
    const eventId = '00000000-0000-4000-8000-00000000eeee';
    return applyEvent({ organizationId, eventId, event: content }, store, now);
  };
const adjustment: Step = ({ accountId: organizationId, store, now }) => {
  const adjustmentId = '00000000-0000-4000-8000-00000000aaaa';
  const order = { organizationId, adjustmentId, pool: 'core', amount: -900, motif: 'support' };
  return adjust(order, store, now);
};
/** The daily job. It continues with other accounts when one fails, and runs again. */
const renewals: Step = ({ store, now }) =>
  renewDueAccounts(null, { store, log }, taskContextAt(now)).catch((error: unknown) => {
    throw new InjectedTransient(String(error));
  });

const invoiced: [number, Step] = [
  0,
  commandStep(
    commands.startPlanCommand(
      { plan: 'Team', interval: 'month', licenses: 6 },
      { byInvoice: true, hoursAgo: 0 },
    ),
  ),
];
const spent: [number, Step][] = [
  [1, create(scanRequest)],
  [1, prepare],
];
const scenarioOf = (day: number, work: Step, ...before: [number, Step][]): Scenario => ({
  before,
  day,
  work,
});

export const scenarios: Record<string, Scenario> = {
  'a scan creation with a license and both pools': scenarioOf(1, create(scanRequest, 'key')),
  'a scan creation without an Idempotency-Key': scenarioOf(1, create(scanRequest)),
  'a scan creation after an unwritten refill': scenarioOf(40, create(scanRequest, 'key'), ...spent),
  'a creation that both pools cannot pay': {
    ...scenarioOf(1, create(large, 'key')),
    order: { ...full, credits: { core: 50, sast: 39 } },
  },
  'charges of units found later': scenarioOf(1, prepare, [1, create(scanRequest)]),
  'charges of units found later, after an unwritten refill': scenarioOf(31, prepare, [
    30,
    create(scanRequest),
  ]),
  'more refunds than one write has room for': scenarioOf(1, cancel, [1, create(large)], [1, prepare]),
  'refunds in a later period': scenarioOf(
    40,
    finish(0),
    [1, create(scanRequest)],
    [1, prepare],
    [40, renewals],
  ),
  'the refills of a month': scenarioOf(31, renewals, ...spent),
  'the refills of half a year': scenarioOf(190, commandStep(commands.renew), ...spent),
  'the first payment of a plan': scenarioOf(3, invoiced[1], ...spent),
  'a paid renewal with another plan': scenarioOf(
    33,
    commandStep(commands.payRenewal('next')),
    invoiced,
    [2, commandStep(commands.schedule({ plan: 'Starter', interval: 'year' }))],
    ...spent,
  ),
  'a renewal that is paid two months late': scenarioOf(
    95,
    commandStep(commands.payRenewal('skipping')),
    invoiced,
    ...spent,
  ),
  'more licenses': scenarioOf(12, commandStep(commands.addLicensesCommand(3)), ...spent),
  'the end of the plan': scenarioOf(12, commandStep(commands.endPlanCommand(0)), ...spent),
  'the unwritten end of a canceled plan': scenarioOf(40, commandStep(commands.renew), [
    2,
    commandStep(commands.autoRenew(false)),
  ]),
  'a payment of the add-on': scenarioOf(
    32,
    commandStep(addonCommands.renewAddon(false)),
    invoiced,
    [0, commandStep(addonCommands.endAddonCommand)],
    [0.1, commandStep(addonCommands.startAddon('team', true))],
    ...spent,
  ),
  'a failed payment': scenarioOf(3, commandStep(commands.failPayment(0, 0)), invoiced),
  'a failed payment that is resolved': scenarioOf(4, commandStep(commands.resolvePayment(0)), invoiced, [
    3,
    commandStep(commands.failPayment(0, 0)),
  ]),
  'a credit pack': scenarioOf(3, commandStep(buyPack('sast-25', 'cs_1')), ...spent),
  'an adjustment by an operator': scenarioOf(3, adjustment, ...spent),
  'a plan that an operator sets': scenarioOf(
    3,
    event({ type: 'plan_set', plan: 'Starter', period: 'year' }),
    ...spent,
  ),
  'licenses that an operator adds': scenarioOf(3, event({ type: 'licenses_added', licenses: 11 }), ...spent),
};

const begin = '2026-01-31T12:00:00.000Z';
const dayAfter = (day: number): Date => new Date(Date.parse(begin) + day * 86_400_000);

const retryUntilDone = async (work: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isRetryable(error) || attempt === 8) throw error;
    }
  }
};

/** The final state without the ids that differ in each run. */
const finalState = async (billingWorld: BillingWorld) => {
  const stored = await readAll(billingWorld);
  for (const [index, { organizationId, scanId }] of stored.scans.entries())
    if (![...billingWorld.scans.values()].some((scan) => scan.scanId === scanId))
      billingWorld.scans.set(100 + index, { organizationId, scanId });
  const { scans, ...account } = comparable(modelOf(stored, billingWorld), billingWorld.now);
  const units = scans.map(([, ...scan]) => scan.join(' ')).toSorted();
  const names = stored.entries.map(
    ({ pool, kind, source = '', amount }) => `${pool} ${kind} ${source} ${amount}`,
  );
  const entries = Object.fromEntries(
    [...Map.groupBy(names, String)].map(([name, some]) => [name, some.length]),
  );
  return { account, units, entries, violations: violationsIn(stored) };
};

/**
 * Runs a scenario with faults at the given calls.
 * @param leasingSeed lets the pools be leased: their leases are calls as well.
 * @returns the final state, and the number of calls.
 */
export const runScenario = async (
  scenario: Scenario,
  faults: ReadonlyMap<number, FaultKind>,
  leasingSeed?: number,
) => {
  const memory = new MemoryStore();
  const processOn = leasingSeed === undefined ? (store: Store) => store : leasingProcesses(leasingSeed);
  const billingWorld = await openBillingWorld(processOn(memory), scenario.order ?? full, begin);
  for (const [day, step] of scenario.before) {
    billingWorld.now = dayAfter(day);
    await step(billingWorld, billingWorld);
  }
  billingWorld.now = dayAfter(scenario.day);
  const { store, world } = billingWorld;
  const { ports, count } = injectFaults({ ...world, store: memory }, faults);
  await retryUntilDone(() =>
    scenario.work({ ...billingWorld, world: ports, store: processOn(ports.store) }, billingWorld),
  );
  const calls = count();
  billingWorld.now = new Date(billingWorld.now.getTime() + 3 * 60_000);
  await real.sweep(billingWorld, store);
  await commandStep(commands.renew)(billingWorld, billingWorld);
  return { end: await finalState(billingWorld), calls };
};
