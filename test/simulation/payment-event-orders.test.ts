import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileSubscription } from '#app/payments/reconcile-subscription.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import type { PaymentEvent } from '#ports/payment-provider.ts';
import { moneyRecords, violationsOf } from '../support/billing/money-invariants.ts';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import { deliverEvent, takeEvents } from '../support/payments/deliver-events.ts';
import { everyDeliveryOrder } from '../support/payments/delivery-orders.ts';
import * as ask from '../support/payments/buyer-requests.ts';
import { comparableView } from '../support/payments/payment-view.ts';
import { openPaymentWorld, subscribe, type PaymentWorld } from '../support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** Steps with time in between, among which events may be delivered. */
interface Scenario {
  begin: 'Free' | 'Starter' | 'Team';
  steps: readonly ((world: PaymentWorld) => unknown)[];
  /** Whether a resolved failure is mailed depends on when its event is handled. */
  dependsOnFailures?: true;
}

const card = (kind: 'ok' | 'declined') => (world: PaymentWorld) =>
  world.stripe.control.setCard({ organizationId: world.accountId }, kind);
const until = (instant: string) => (world: PaymentWorld) => world.to(`${instant}:00:00.000Z`);
const complete = (id: string) => async (world: PaymentWorld) => {
  const { sessionId } = await ask.checkout({ world, id }, { plan: 'Starter', interval: 'month' });
  world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
};
const onceUnpaid = (world: PaymentWorld) => {
  const open = [...world.objects.values()].flatMap(({ value: thing }) =>
    thing?.object === 'invoice' && thing.status === 'open' ? [thing.id] : [],
  );
  for (const id of open) world.stripe.control.payInvoice(id, 'ok');
};

const swept = (world: PaymentWorld) => reconcilePayments(world.accountId, world, world.now());

const scenarios: Record<string, Scenario> = {
  'a checkout': { begin: 'Free', steps: [complete('first'), until('2026-03-10T13')] },
  'a checkout that expires, and another': {
    begin: 'Free',
    steps: [
      (world) => ask.checkout({ world, id: 'left' }, { plan: 'Team', interval: 'year', licenses: 7 }),
      until('2026-03-12T00'),
      complete('second'),
    ],
  },
  'a pack': {
    begin: 'Starter',
    steps: [
      async (world) => {
        const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-500');
        world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      },
    ],
  },
  'a renewal': { begin: 'Team', steps: [until('2026-04-10T14')] },
  'two renewals': { begin: 'Starter', steps: [until('2026-05-10T14')] },
  'a failed and recovered renewal': {
    begin: 'Team',
    dependsOnFailures: true,
    steps: [card('declined'), until('2026-04-10T14'), onceUnpaid],
  },
  'a failed renewal, and another card': {
    begin: 'Team',
    dependsOnFailures: true,
    steps: [card('declined'), until('2026-04-10T14'), card('ok')],
  },
  'a failed renewal': { begin: 'Team', steps: [card('declined'), until('2026-04-10T14')] },
  'a renewal that is given up': {
    begin: 'Starter',
    dependsOnFailures: true,
    steps: [card('declined'), until('2026-05-01T00')],
  },
  'more licenses': {
    begin: 'Team',
    steps: [until('2026-03-20T09'), (world) => ask.changeLicenses({ world, id: 'seats' }, 9)],
  },
  'more licenses of a yearly plan': {
    begin: 'Team',
    steps: [
      (world) => ask.choosePlan({ world, id: 'year' }, { plan: 'Team', interval: 'year', licenses: 5 }),
      until('2026-04-10T14'),
      swept,
      (world) => ask.changeLicenses({ world, id: 'seats' }, 9),
    ],
  },
  'a cancellation': {
    begin: 'Team',
    steps: [(world) => ask.autoRenew({ world, id: 'off' }, false), until('2026-04-10T14')],
  },
  'an undo': {
    begin: 'Team',
    steps: [
      (world) => ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' }),
      until('2026-03-20T00'),
      (world) => ask.undoChange({ world, id: 'undo' }),
      until('2026-04-10T14'),
    ],
  },
  'a change of plan': {
    begin: 'Team',
    steps: [
      (world) => ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' }),
      until('2026-04-10T14'),
    ],
  },
  'an add-on, renewed and cancelled': {
    begin: 'Starter',
    steps: [
      (world) => ask.startAddon({ world, id: 'addon' }, 'starter'),
      until('2026-04-10T14'),
      swept,
      (world) => ask.cancelAddon({ world, id: 'cancel' }),
      until('2026-05-10T14'),
    ],
  },
  'a plan that ends, with an add-on and a debt': {
    begin: 'Starter',
    dependsOnFailures: true,
    steps: [
      (world) => ask.startAddon({ world, id: 'addon' }, 'starter'),
      until('2026-03-20T00'),
      card('declined'),
      until('2026-04-10T14'),
      async (world) => {
        const [subscription] = (await world.client.subscriptions.list({ status: 'past_due' })).data.filter(
          ({ metadata }) => metadata['kind'] === 'plan',
        );
        if (subscription) await world.client.subscriptions.cancel(subscription.id);
      },
    ],
  },
};

const begin = async ({ begin: plan }: Scenario): Promise<PaymentWorld> => {
  const world = await openPaymentWorld();
  const licenses = plan === 'Team' ? { licenses: 6 } : {};
  if (plan !== 'Free') await subscribe(world, { plan, interval: 'month', ...licenses });
  await takeEvents(world);
  return world;
};

const reconciled = async (world: PaymentWorld): Promise<PaymentWorld> => {
  // An unpaid invoice is tried once with the present card, even if the card's event came first.
  await swept(world);
  const before = comparableView(world);
  await reconcileSubscription({ accountId: world.accountId }, world, world.now());
  await swept(world);
  expect(comparableView(world)).toEqual(before);
  expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  return world;
};

const deliver = async (world: PaymentWorld, events: readonly PaymentEvent[]): Promise<PaymentEvent[]> => {
  for (const event of events) await deliverEvent(event, world, world.now());
  return takeEvents(world);
};

/** Delivers each event at once. */
const inNaturalOrder = async (scenario: Scenario): Promise<PaymentWorld> => {
  const world = await begin(scenario);
  for (const step of scenario.steps) {
    await step(world);
    for (let events = await takeEvents(world); events.length > 0;) events = await deliver(world, events);
  }
  return reconciled(world);
};

/** Generates numbers from 0 to 1, the same for the same seed. */
function* numbersOf(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Delivers some events between the steps, some of them repeatedly, and the others at the end. */
const mixedUp = async (scenario: Scenario, picks: Iterator<number>): Promise<PaymentWorld> => {
  const next = (below: number): number => Math.floor((picks.next().value as number) * below);
  const world = await begin(scenario);
  const waiting: PaymentEvent[] = [];
  const deliverSome = async (count: number) => {
    for (let more = count; more > 0 && waiting.length > 0; more--) {
      const place = next(waiting.length);
      const [event] = next(3) === 0 ? waiting.slice(place) : waiting.splice(place, 1);
      if (event) waiting.push(...(await deliver(world, [event])));
    }
  };
  for (const step of scenario.steps) {
    await step(world);
    waiting.push(...(await takeEvents(world)));
    await deliverSome(next(waiting.length));
  }
  await deliverSome(1_000);
  return reconciled(world);
};

const orders = reportCount('orders of events, each sent twice');
const deliveries = reportCount('events delivered out of order');
const mixes = Math.ceil(commandsToRun(100) / 50);

describe.each(Object.entries(scenarios))('%s', (_name, scenario) => {
  const tells = scenario.dependsOnFailures === undefined;
  let expected: ReturnType<typeof comparableView>;
  beforeAll(async () => void (expected = comparableView(await inNaturalOrder(scenario), tells)));

  test('delivered in any order, each event any number of times: one result', async () => {
    const world = await begin(scenario);
    for (const step of scenario.steps) await step(world);
    const events = (await takeEvents(world)).filter(({ object }) => object !== 'other');
    const played = await everyDeliveryOrder(world, events);
    expect(played.ends.length).toBeGreaterThan(0);
    for (const end of played.ends) expect(comparableView(await reconciled(end), tells)).toEqual(expected);
    deliveries.add(played.deliveries);
    orders.add(Number(played.orders));
  });

  test(
    'delivered meanwhile, late, repeatedly and in any order: the same result',
    { timeout: 600_000 },
    async () => {
      for (let seed = 1; seed <= mixes; seed++) {
        const end = await mixedUp(scenario, numbersOf(seed));
        expect({ seed, ...comparableView(end, tells) }).toEqual({ seed, ...expected });
      }
    },
  );

  test('never delivered: the sweep gives the same result', async () => {
    const world = await begin(scenario);
    for (const step of scenario.steps) await step(world);
    await swept(world);
    expect(comparableView(await reconciled(world), tells)).toEqual(expected);
  });
});
