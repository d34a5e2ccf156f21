import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reconcileSubscription } from '#app/payments/reconcile-subscription.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import type { PaymentEvent } from '#ports/payment-provider.ts';
import { moneyRecords, violationsOf } from '../support/billing/money-invariants.ts';
import { commandsToRun, reportCount } from '../models/run-counter.ts';
import { deliverEvent, takeEvents } from '../support/payments/deliver-events.ts';
import { everyDeliveryOrder } from '../support/payments/delivery-orders.ts';
import * as ask from '../support/payments/buyer-requests.ts';
import { comparableView } from '../support/payments/payment-view.ts';
import { openPaymentWorld, subscribe, type PaymentWorld } from '../support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** One deed after the other, while time passes; between them messages may be heard. */
interface Story {
  begin: 'Free' | 'Starter' | 'Team';
  deeds: readonly ((world: PaymentWorld) => unknown)[];
  /** Whether a failure is told of that was put right, or over, meanwhile, depends on when it is heard of. */
  tellsOfFailures?: true;
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

const stories: Record<string, Story> = {
  'a checkout': { begin: 'Free', deeds: [complete('first'), until('2026-03-10T13')] },
  'a checkout that expires, and another': {
    begin: 'Free',
    deeds: [
      (world) => ask.checkout({ world, id: 'left' }, { plan: 'Team', interval: 'year', licenses: 7 }),
      until('2026-03-12T00'),
      complete('second'),
    ],
  },
  'a pack': {
    begin: 'Starter',
    deeds: [
      async (world) => {
        const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-500');
        world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
      },
    ],
  },
  'a renewal': { begin: 'Team', deeds: [until('2026-04-10T14')] },
  'two renewals': { begin: 'Starter', deeds: [until('2026-05-10T14')] },
  'a failed and recovered renewal': {
    begin: 'Team',
    tellsOfFailures: true,
    deeds: [card('declined'), until('2026-04-10T14'), onceUnpaid],
  },
  'a failed renewal, and another card': {
    begin: 'Team',
    tellsOfFailures: true,
    deeds: [card('declined'), until('2026-04-10T14'), card('ok')],
  },
  'a failed renewal': { begin: 'Team', deeds: [card('declined'), until('2026-04-10T14')] },
  'a renewal that is given up': {
    begin: 'Starter',
    tellsOfFailures: true,
    deeds: [card('declined'), until('2026-05-01T00')],
  },
  'more licences': {
    begin: 'Team',
    deeds: [until('2026-03-20T09'), (world) => ask.changeLicenses({ world, id: 'seats' }, 9)],
  },
  'more licences of a yearly plan': {
    begin: 'Team',
    deeds: [
      (world) => ask.choosePlan({ world, id: 'year' }, { plan: 'Team', interval: 'year', licenses: 5 }),
      until('2026-04-10T14'),
      swept,
      (world) => ask.changeLicenses({ world, id: 'seats' }, 9),
    ],
  },
  'a cancellation': {
    begin: 'Team',
    deeds: [(world) => ask.autoRenew({ world, id: 'off' }, false), until('2026-04-10T14')],
  },
  'an undo': {
    begin: 'Team',
    deeds: [
      (world) => ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' }),
      until('2026-03-20T00'),
      (world) => ask.undoChange({ world, id: 'undo' }),
      until('2026-04-10T14'),
    ],
  },
  'a change of plan': {
    begin: 'Team',
    deeds: [
      (world) => ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' }),
      until('2026-04-10T14'),
    ],
  },
  'an add-on, renewed and cancelled': {
    begin: 'Starter',
    deeds: [
      (world) => ask.startAddon({ world, id: 'addon' }, 'starter'),
      until('2026-04-10T14'),
      swept,
      (world) => ask.cancelAddon({ world, id: 'cancel' }),
      until('2026-05-10T14'),
    ],
  },
  'a plan that ends, with an add-on and a debt': {
    begin: 'Starter',
    tellsOfFailures: true,
    deeds: [
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

const begin = async ({ begin: plan }: Story): Promise<PaymentWorld> => {
  const world = await openPaymentWorld();
  const licenses = plan === 'Team' ? { licenses: 6 } : {};
  if (plan !== 'Free') await subscribe(world, { plan, interval: 'month', ...licenses });
  await takeEvents(world);
  return world;
};

const settled = async (world: PaymentWorld): Promise<PaymentWorld> => {
  // A debt is tried once with the card there is, also where its message came before the debt's.
  await swept(world);
  const before = comparableView(world);
  await reconcileSubscription({ accountId: world.accountId }, world, world.now());
  await swept(world);
  expect(comparableView(world)).toEqual(before);
  expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  return world;
};

const hear = async (world: PaymentWorld, events: readonly PaymentEvent[]): Promise<PaymentEvent[]> => {
  for (const event of events) await deliverEvent(event, world, world.now());
  return takeEvents(world);
};

/** As it should go: each message at once. */
const inNaturalOrder = async (story: Story): Promise<PaymentWorld> => {
  const world = await begin(story);
  for (const deed of story.deeds) {
    await deed(world);
    for (let events = await takeEvents(world); events.length > 0;) events = await hear(world, events);
  }
  return settled(world);
};

/** The same numbers from 0 up to 1 for the same seed. */
function* numbersOf(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Messages wait, some are heard, again and again, between the deeds; the others after them. */
const mixedUp = async (story: Story, picks: Iterator<number>): Promise<PaymentWorld> => {
  const next = (below: number): number => Math.floor((picks.next().value as number) * below);
  const world = await begin(story);
  const waiting: PaymentEvent[] = [];
  const hearSome = async (count: number) => {
    for (let more = count; more > 0 && waiting.length > 0; more--) {
      const place = next(waiting.length);
      const [event] = next(3) === 0 ? waiting.slice(place) : waiting.splice(place, 1);
      if (event) waiting.push(...(await hear(world, [event])));
    }
  };
  for (const deed of story.deeds) {
    await deed(world);
    waiting.push(...(await takeEvents(world)));
    await hearSome(next(waiting.length));
  }
  await hearSome(1_000);
  return settled(world);
};

const orders = reportCount('orders of messages, each told twice');
const hearings = reportCount('messages heard out of order');
const mixes = Math.ceil(commandsToRun(100) / 50);

describe.each(Object.entries(stories))('%s', (_name, story) => {
  const tells = story.tellsOfFailures === undefined;
  let expected: ReturnType<typeof comparableView>;
  beforeAll(async () => void (expected = comparableView(await inNaturalOrder(story), tells)));

  test('heard in any order, each message any number of times: one end', async () => {
    const world = await begin(story);
    for (const deed of story.deeds) await deed(world);
    const events = (await takeEvents(world)).filter(({ object }) => object !== 'other');
    const played = await everyDeliveryOrder(world, events);
    expect(played.ends.length).toBeGreaterThan(0);
    for (const end of played.ends) expect(comparableView(await settled(end), tells)).toEqual(expected);
    hearings.add(played.deliveries);
    orders.add(Number(played.orders));
  });

  test(
    'heard while it goes on, late, again, and in any order: the same end',
    { timeout: 600_000 },
    async () => {
      for (let seed = 1; seed <= mixes; seed++) {
        const end = await mixedUp(story, numbersOf(seed));
        expect({ seed, ...comparableView(end, tells) }).toEqual({ seed, ...expected });
      }
    },
  );

  test('heard by nobody: the sweep finds all of it', async () => {
    const world = await begin(story);
    for (const deed of story.deeds) await deed(world);
    await swept(world);
    expect(comparableView(await settled(world), tells)).toEqual(expected);
  });
});
