import { Stripe } from 'stripe';
import { stripeTill } from '../../lib/adapters/stripe/till.ts';
import { setUpStripe } from '../../lib/adapters/stripe/setup.ts';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { Change } from '../../lib/domain/change.ts';
import { changeAccount } from '../../functions/billing/change-account.ts';
import { customerOf } from '../../functions/billing/till/known-till.ts';
import { openPlanCheckout } from '../../functions/billing/till/open-checkout.ts';
import { settleCheckout } from '../../functions/billing/till/settle-checkout.ts';
import { rechargeSettings } from '../../lib/domain/billing/auto-recharge.ts';
import { withAccount, unchanged } from '../../lib/domain/billing/state.ts';
import type { RechargeSettings } from '../../lib/domain/records.ts';
import type { PoolName } from '../../lib/domain/scans/scan-type.ts';
import { createLocalStripe, type LocalStripe } from '../../lib/local/stripe/create-local-stripe.ts';
import { openHandClock, type HandClock } from '../../lib/local/stripe/hand-clock.ts';
import type { Journal, ThingChange } from '../../lib/local/stripe/journal.ts';
import type { Sent } from '../../lib/local/stripe/webhooks.ts';
import type { PlanOrder, Till } from '../../lib/ports/till.ts';
import { openAccount } from './accounts.ts';

/** An account in memory, and the local Stripe behind the real adapter, without any network: one clock for both. */
export interface TillWorld {
  store: MemoryStore;
  till: Till;
  stripe: LocalStripe;
  client: Stripe;
  clock: HandClock;
  /** Messages of the till that nobody heard yet. */
  sent: Sent[];
  accountId: string;
  /** All that the till keeps. */
  things: Things;
  now(): Date;
  to(instant: string): Promise<void>;
}

const key = 'sk_test_of_the_tests';
export const webhookSecret = 'whsec_of_the_tests';

/** What the SDK takes for a network. */
const inProcess = (stripe: LocalStripe) =>
  Stripe.createFetchHttpClient((async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address);
    const headers = Object.fromEntries(new Headers(init.headers));
    const {
      status,
      body,
      headers: answered,
      lost,
    } = stripe.answer({
      method: init.method ?? 'GET',
      url: pathname + search,
      headers,
      body: typeof init.body === 'string' ? init.body : '',
    });
    if (lost) throw new TypeError('fetch failed');
    return new Response(body, { status, headers: answered });
  }) as never);

type Things = ReadonlyMap<string, ThingChange>;

/** Keeps the last state of every thing, so that the till can be begun again from there. */
const keptIn = (things: Map<string, ThingChange>): Journal => ({
  load: () => [...things.values()].map(({ kind, id, thing }) => ({ kind, id, thing })),
  append: (changes) => {
    for (const change of changes) {
      const name = `${change.kind} ${change.id}`;
      if (change.thing) things.set(name, change);
      else things.delete(name);
    }
  },
});

const worldOn = (accountId: string, store: MemoryStore, at: number, before: Things): TillWorld => {
  const sent: Sent[] = [];
  const clock = openHandClock(at);
  const things = new Map(before);
  const stripe = createLocalStripe({
    clock,
    journal: keptIn(things),
    deliver: (one) => {
      sent.push(one);
      return 200;
    },
    webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: webhookSecret },
    secretKey: key,
    report: (error) => {
      throw error;
    },
  });
  const client = new Stripe(key, { httpClient: inProcess(stripe), maxNetworkRetries: 0, telemetry: false });
  return {
    store,
    till: stripeTill(client, { returnUrl: 'https://console.example.com/' }),
    stripe,
    client,
    clock,
    sent,
    accountId,
    things,
    now: () => new Date(clock.now()),
    to: async (instant) => {
      await clock.advanceTo(Date.parse(instant));
      await stripe.idle();
    },
  };
};

export const openTillWorld = async (start = '2026-03-10T12:00:00.000Z'): Promise<TillWorld> => {
  const store = new MemoryStore();
  const accountId = await openAccount(store, start, { plan: 'Free' });
  const world = worldOn(accountId, store, Date.parse(start), new Map());
  await setUpStripe(world.client, { currency: 'usd' });
  return world;
};

const copied = [
  'account',
  'pool',
  'ledgerEntry',
  'auditEvent',
  'mail',
  'till',
  'invoice',
  'recharge',
  'organization',
  'member',
] as const;

/** Another world that is as this one is now, and goes its own way: without the messages that were sent so far. */
export const copyOfWorld = async (world: TillWorld, store: MemoryStore = world.store): Promise<TillWorld> => {
  const other = new MemoryStore();
  const changes = copied.flatMap((record) =>
    store.all(record).map((item) => ({ change: 'insert', record, item }) as Change),
  );
  await other.commit(changes);
  const copy = worldOn(world.accountId, other, world.clock.now(), world.things);
  copy.stripe.resume();
  await copy.stripe.idle();
  copy.sent.length = 0;
  return copy;
};

/** A first paid plan, bought on the page of a checkout. */
export const subscribe = async (world: TillWorld, order: PlanOrder): Promise<void> => {
  const { accountId, stripe } = world;
  const buyer = { accountId, name: 'Acme', now: world.now() };
  const { sessionId } = await openPlanCheckout(buyer, order, `order-${world.clock.now()}`, world);
  stripe.control.completeCheckout(sessionId, { card: 'ok' });
  await settleCheckout(sessionId, world, world.now());
};

/** A customer with a card, of an account whose plan was set by agreement. */
export const withCard = async (world: TillWorld): Promise<void> => {
  await customerOf(world.accountId, 'Acme', world);
  world.stripe.control.setCard({ organizationId: world.accountId }, 'ok');
};

export const setRecharge = async (
  world: TillWorld,
  pool: PoolName,
  change: Partial<RechargeSettings>,
): Promise<void> => {
  await changeAccount(
    world.accountId,
    (state) => {
      const current = rechargeSettings(state.account, pool);
      const next = { ...current, enabled: true, ...change, version: current.version + 1 };
      return unchanged(withAccount(state, { autoRecharge: { ...state.account.autoRecharge, [pool]: next } }));
    },
    world.store,
    world.now().toISOString(),
  );
};
