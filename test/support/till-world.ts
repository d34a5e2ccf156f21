import { Stripe } from 'stripe';
import { stripeTill } from '../../lib/adapters/stripe/till.ts';
import { setUpStripe } from '../../lib/adapters/stripe/setup.ts';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
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
  now(): Date;
  to(instant: string): Promise<void>;
}

const key = 'sk_test_of_the_tests';

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

export const openTillWorld = async (start = '2026-03-10T12:00:00.000Z'): Promise<TillWorld> => {
  const sent: Sent[] = [];
  const clock = openHandClock(Date.parse(start));
  const stripe = createLocalStripe({
    clock,
    deliver: (one) => {
      sent.push(one);
      return 200;
    },
    webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: 'whsec_of_the_tests' },
    secretKey: key,
    report: (error) => {
      throw error;
    },
  });
  const client = new Stripe(key, { httpClient: inProcess(stripe), maxNetworkRetries: 0, telemetry: false });
  await setUpStripe(client, { currency: 'usd' });
  const store = new MemoryStore();
  const accountId = await openAccount(store, start, { plan: 'Free' });
  return {
    store,
    till: stripeTill(client, { returnUrl: 'https://console.example.com/' }),
    stripe,
    client,
    clock,
    sent,
    accountId,
    now: () => new Date(clock.now()),
    to: async (instant) => clock.advanceTo(Date.parse(instant)),
  };
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
