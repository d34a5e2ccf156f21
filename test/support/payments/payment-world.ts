import { Stripe } from 'stripe';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/change';
import { changeAccount } from '#app/billing/change-account.ts';
import { ensureCustomer } from '#app/payments/payment-account.ts';
import { openPlanCheckout } from '#app/payments/open-checkout.ts';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { rechargeSettings } from '@scangate/domain/credits/auto-recharge-settings';
import { withAccount, noChange } from '@scangate/domain/accounts/billing-state';
import type { RechargeSettings } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { createStripeEmulator, type StripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { openManualClock, type ManualClock } from '@scangate/emulator-host/manual-clock';
import type { Journal, ObjectChange } from '@scangate/emulator-stripe/store/journal';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import type { PlanOrder, PaymentProvider } from '#ports/payment-provider.ts';
import { provisionAccount } from '../billing/accounts.ts';

/** An account in memory, and the local Stripe behind the real adapter, without any network: one clock for both. */
export interface PaymentWorld {
  store: MemoryStore;
  paymentProvider: PaymentProvider;
  stripe: StripeEmulator;
  client: Stripe;
  clock: ManualClock;
  /** Messages of the till that nobody heard yet. */
  sent: WebhookRequest[];
  accountId: string;
  /** All that the till keeps. */
  objects: Things;
  now(): Date;
  to(instant: string): Promise<void>;
}

const key = 'sk_test_of_the_tests';
export const webhookSecret = 'whsec_of_the_tests';

/** What the SDK takes for a network. */
const inProcess = (stripe: StripeEmulator) =>
  Stripe.createFetchHttpClient((async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address);
    const headers = Object.fromEntries(new Headers(init.headers));
    const {
      status,
      body,
      headers: answered,
      isLost: lost,
    } = stripe.answer({
      method: init.method ?? 'GET',
      url: pathname + search,
      headers,
      body: typeof init.body === 'string' ? init.body : '',
    });
    if (lost) throw new TypeError('fetch failed');
    return new Response(body, { status, headers: answered });
  }) as never);

type Things = ReadonlyMap<string, ObjectChange>;

/** Keeps the last state of every thing, so that the till can be begun again from there. */
const keptIn = (things: Map<string, ObjectChange>): Journal => ({
  load: () => [...things.values()].map((change) => ({ ...change })),
  append: (changes) => {
    for (const change of changes) {
      const name = `${change.type} ${change.id}`;
      if (change.value) things.set(name, change);
      else things.delete(name);
    }
  },
});

const worldOn = (accountId: string, store: MemoryStore, at: number, before: Things): PaymentWorld => {
  const sent: WebhookRequest[] = [];
  const clock = openManualClock(at);
  const things = new Map(before);
  const stripe = createStripeEmulator({
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
    paymentProvider: stripePaymentProvider(client, { returnUrl: 'https://console.example.com/' }),
    stripe,
    client,
    clock,
    sent,
    accountId,
    objects: things,
    now: () => new Date(clock.now()),
    to: async (instant) => {
      await clock.advanceTo(Date.parse(instant));
      await stripe.idle();
    },
  };
};

export const openPaymentWorld = async (start = '2026-03-10T12:00:00.000Z'): Promise<PaymentWorld> => {
  const store = new MemoryStore();
  const accountId = await provisionAccount(store, start, { plan: 'Free' });
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
  'paymentAccount',
  'invoice',
  'recharge',
  'organization',
  'member',
] as const;

/** Another world that is as this one is now, and goes its own way: without the messages that were sent so far. */
export const copyOfWorld = async (
  world: PaymentWorld,
  store: MemoryStore = world.store,
): Promise<PaymentWorld> => {
  const other = new MemoryStore();
  const changes = copied.flatMap((record) =>
    store.all(record).map((item) => ({ change: 'insert', record, item }) as Change),
  );
  await other.commit(changes);
  const copy = worldOn(world.accountId, other, world.clock.now(), world.objects);
  copy.stripe.resume();
  await copy.stripe.idle();
  copy.sent.length = 0;
  return copy;
};

/** A first paid plan, bought on the page of a checkout. */
export const subscribe = async (world: PaymentWorld, order: PlanOrder): Promise<void> => {
  const { accountId, stripe } = world;
  const buyer = { accountId, name: 'Acme', now: world.now() };
  const { sessionId } = await openPlanCheckout(buyer, order, `order-${world.clock.now()}`, world);
  stripe.control.completeCheckout(sessionId, { card: 'ok' });
  await applyCheckout(sessionId, world, world.now());
};

/** A customer with a card, of an account whose plan was set by agreement. */
export const withCard = async (world: PaymentWorld): Promise<void> => {
  await ensureCustomer(world.accountId, 'Acme', world);
  world.stripe.control.setCard({ organizationId: world.accountId }, 'ok');
};

export const setRecharge = async (
  world: PaymentWorld,
  pool: PoolName,
  change: Partial<RechargeSettings>,
): Promise<void> => {
  await changeAccount(
    world.accountId,
    (state) => {
      const current = rechargeSettings(state.account, pool);
      const next = { ...current, enabled: true, ...change, version: current.version + 1 };
      return noChange(withAccount(state, { autoRecharge: { ...state.account.autoRecharge, [pool]: next } }));
    },
    world.store,
    world.now().toISOString(),
  );
};
