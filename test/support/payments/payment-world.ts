import { Stripe } from 'stripe';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';
import { changeAccount } from '#app/billing/change-account.ts';
import { ensureCustomer } from '#app/payments/payment-account.ts';
import { openPlanCheckout } from '#app/payments/purchases/open-checkout.ts';
import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { rechargeSettings } from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import { withAccount, noChange } from '@scangate/domain/accounts/billing-state';
import type { RechargeSettings } from '@scangate/domain/records';
import type { PoolName } from '@scangate/domain/credits/credit-pool';
import { createStripeEmulator, type StripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import { openManualClock, type ManualClock } from '@scangate/emulator-host/manual-clock';
import type { Journal, ObjectChange } from '@scangate/emulator-stripe/store/journal';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import type { PlanOrder, PaymentProvider } from '#ports/payment-provider.ts';
import type { Log } from '#ports/log.ts';
import { log } from '#runtime/log.ts';
import { provisionAccount } from '../billing/accounts.ts';
import { injectFaults, type FaultKind } from '../store/fault-injection.ts';

/** An account in memory and the Stripe emulator behind the real adapter, without a network, on one clock. */
export interface PaymentWorld {
  store: MemoryStore;
  paymentProvider: PaymentProvider;
  log: Log;
  stripe: StripeEmulator;
  client: Stripe;
  clock: ManualClock;
  /** Webhook requests that nobody has handled yet. */
  sent: WebhookRequest[];
  accountId: string;
  /** Everything that the emulator stores. */
  objects: StripeObjects;
  now(): Date;
  to(instant: string): Promise<void>;
}

const requesting = '_makeRequest';
type Requesting = Record<typeof requesting, (this: unknown, ...given: unknown[]) => unknown>;

/** Keeps the SDK from reading its caller's stack at each request: the test runner maps each frame to its source. */
const readNoStacks = ({ prototype }: { prototype: Requesting }): void => {
  const request = prototype[requesting];
  prototype[requesting] = function (...given) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return request.apply(this, given);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
};
readNoStacks(Stripe.StripeResource as never);

const key = 'sk_test_of_the_tests';
export const webhookSecret = 'whsec_of_the_tests';

/** The answer of the network to a request to Stripe. */
interface StripeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Surrounds each request to Stripe, for example with a fault. */
export type AroundRequest = (send: () => StripeAnswer) => Promise<StripeAnswer>;

class ReceivedAnswer extends Stripe.HttpClientResponse {
  readonly #body: string;

  constructor({ status, headers, body }: StripeAnswer) {
    super(status, headers);
    this.#body = body;
  }

  override getRawResponse() {
    return this;
  }

  override async toJSON() {
    return JSON.parse(this.#body) as object;
  }
}

/** Stands in for the network of the SDK. Web requests and responses would take longer than the emulator. */
class InProcess extends Stripe.HttpClient {
  readonly #stripe: StripeEmulator;
  readonly #around: AroundRequest;

  constructor(stripe: StripeEmulator, around: AroundRequest) {
    super();
    this.#stripe = stripe;
    this.#around = around;
  }

  override getClientName = () => 'in-process';

  override async makeRequest(...sent: Parameters<Stripe.HttpClient['makeRequest']>) {
    const [, , url, method, given, body] = sent;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const answer = await this.#around(() => {
      const { isLost, ...answered } = this.#stripe.answer({ method, url, headers, body });
      if (isLost) throw new TypeError('fetch failed');
      return answered;
    });
    return new ReceivedAnswer(answer);
  }
}

const clientOf = (stripe: StripeEmulator, around: AroundRequest = async (send) => send()) =>
  new Stripe(key, { httpClient: new InProcess(stripe, around), maxNetworkRetries: 0, telemetry: false });

const returnUrl = 'https://console.example.com/';

const providerOf = (client: Stripe): PaymentProvider => stripePaymentProvider(client, { returnUrl });

/** Returns a world after its operator has turned taxes on. */
export const withTaxes = (world: PaymentWorld): PaymentWorld => ({
  ...world,
  paymentProvider: stripePaymentProvider(world.client, { returnUrl, automaticTax: true }),
});

/** Returns the payment provider of a world for one process, each of whose requests to Stripe is surrounded. */
export const providerWith = ({ stripe }: Pick<PaymentWorld, 'stripe'>, around: AroundRequest) =>
  providerOf(clientOf(stripe, around));

type StripeObjects = ReadonlyMap<string, ObjectChange>;

/** Keeps the last state of every object, so that another emulator can start from it. */
const journalOf = (objects: Map<string, ObjectChange>): Journal => ({
  load: () => [...objects.values()].map((change) => ({ ...change })),
  append: (changes) => {
    for (const change of changes) {
      const name = `${change.type} ${change.id}`;
      if (change.value) objects.set(name, change);
      else objects.delete(name);
    }
  },
});

interface WorldStart {
  accountId: string;
  store: MemoryStore;
  at: number;
  before: StripeObjects;
}

const startWorld = ({ accountId, store, at, before }: WorldStart): PaymentWorld => {
  const sent: WebhookRequest[] = [];
  const clock = openManualClock(at);
  const objects = new Map(before);
  const stripe = createStripeEmulator({
    clock,
    journal: journalOf(objects),
    deliver: (request) => {
      sent.push(request);
      return 200;
    },
    webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: webhookSecret },
    secretKey: key,
    report: (error) => {
      throw error;
    },
  });
  const client = clientOf(stripe);
  return {
    store,
    paymentProvider: providerOf(client),
    log,
    stripe,
    client,
    clock,
    sent,
    accountId,
    objects,
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
  const world = startWorld({ accountId, store, at: Date.parse(start), before: new Map() });
  await setUpStripe(world.client, { currency: 'usd' });
  return world;
};

const copiedRecords = [
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

/** Copies a world as it is now, without the webhook requests that were sent so far. */
export const copyOfWorld = async (
  world: PaymentWorld,
  store: MemoryStore = world.store,
): Promise<PaymentWorld> => {
  const other = new MemoryStore();
  const changes = copiedRecords.flatMap((record) =>
    store.all(record).map((item) => ({ change: 'insert', record, item }) as Change),
  );
  await other.commit(changes);
  const copy = startWorld({
    accountId: world.accountId,
    store: other,
    at: world.clock.now(),
    before: world.objects,
  });
  copy.stripe.resume();
  await copy.stripe.idle();
  copy.sent.length = 0;
  return copy;
};

/** Buys a first paid plan on the page of a checkout. */
export const subscribe = async (world: PaymentWorld, order: PlanOrder): Promise<void> => {
  const { accountId, stripe } = world;
  const buyer = { accountId, name: 'Acme', now: world.now() };
  const { sessionId } = await openPlanCheckout(
    buyer,
    { orderId: `order-${world.clock.now()}`, order },
    world,
  );
  stripe.control.completeCheckout(sessionId, { card: 'ok' });
  await applyCheckout(sessionId, world, world.now());
};

/** Gives an account whose plan was set by agreement a customer with a card. */
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
    {
      rule: (state) => {
        const current = rechargeSettings(state.account, pool);
        const next = { ...current, enabled: true, ...change, version: current.version + 1 };
        return noChange(
          withAccount(state, { autoRecharge: { ...state.account.autoRecharge, [pool]: next } }),
        );
      },
      now: world.now().toISOString(),
    },
    world.store,
  );
};

/** Returns the ports of a world, with faults at the calls of these numbers; logging is no call. */
export const faultyPorts = (
  { store, paymentProvider, log: logger }: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'>,
  faults: ReadonlyMap<number, FaultKind>,
) => {
  const { ports, count } = injectFaults({ store, paymentProvider }, faults);
  return { ports: { ...ports, log: logger }, count };
};
