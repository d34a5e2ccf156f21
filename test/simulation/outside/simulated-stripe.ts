import { Stripe } from 'stripe';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { createStripeEmulator, type StripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import type { Journal, ObjectChange } from '@scangate/emulator-stripe/store/journal';
import type { ObjectType, StoredObjects } from '@scangate/emulator-stripe/store/stripe-objects';
import { hourMs } from '@scangate/domain/instant';
import { signatureOf, type WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { bytesForOthers } from '../scheduler/chance-of-ids.ts';
import type { Boundary } from '../cloud/boundary.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

/** The parameters of the deployment that hold the keys of Stripe. */
export const stripeKeys = { secret: 'sk_test_of_the_world', webhook: 'whsec_of_the_world' } as const;

interface StripeEvent {
  id: string;
  data: { object: { id?: string; customer?: unknown } };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Paths have ids of Stripe's objects in them. */
const isId = /^[a-z]{2,8}_[A-Za-z0-9_]{8,}$/;

/** The SDK makes an idempotency key of the machine's chance for a request that has none. */
const keyOfSdk = 'stripe-node-retry-';
const seededKey = (value: string): string =>
  value.startsWith(keyOfSdk) ? `${keyOfSdk}${bytesForOthers(16).toString('hex')}` : value;

class ReceivedAnswer extends Stripe.HttpClientResponse {
  readonly #body: string;

  constructor({ status, headers, body }: Answer) {
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

type MakeRequest = Stripe.HttpClient['makeRequest'];

/** The refusals of Stripe when it is asked for too much, or does not get through to itself. */
const refusals: readonly { status: number; error: object }[] = [
  {
    status: 429,
    error: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests in the simulation.',
    },
  },
  { status: 503, error: { type: 'api_error', message: 'Not available in the simulation.' } },
];

/** Carries requests of the SDK to the emulator, through the boundary. */
class ThroughBoundary extends Stripe.HttpClient {
  readonly #emulator: StripeEmulator;
  readonly #boundary: Boundary;
  readonly #scheduler: Scheduler;

  constructor(emulator: StripeEmulator, boundary: Boundary, scheduler: Scheduler) {
    super();
    this.#scheduler = scheduler;
    this.#emulator = emulator;
    this.#boundary = boundary;
  }

  override getClientName = () => 'simulation';

  override async makeRequest(...sent: Parameters<MakeRequest>) {
    const [, , url, method, given, body] = sent;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), seededKey(String(value))]),
    );
    const path = url.split('?')[0] ?? '';
    const operation = `${method} ${path
      .split('/')
      .slice(2, 5)
      .filter((part) => !isId.test(part))
      .join(' ')}`;
    const call = { service: 'stripe', operation, isWrite: method !== 'GET', input: `${url} ${body}` };
    try {
      const answer = await this.#boundary.call(call, () =>
        this.#emulator.answer({ method, url, headers, body }),
      );
      return new ReceivedAnswer(answer);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ThrottlingException')) throw error;
      return this.#refused();
    }
  }

  /** A refusal as Stripe sends it. */
  #refused(): ReceivedAnswer {
    const { status, error } = this.#scheduler.pick(refusals);
    const headers = { 'content-type': 'application/json', 'request-id': 'req_refused' };
    return new ReceivedAnswer({ status, headers, body: JSON.stringify({ error }) });
  }
}

/** Keeps the last state of every object, so that invariants can look at it. */
const journalOf = (kept: Map<string, ObjectChange>, onChange: (change: ObjectChange) => void): Journal => ({
  load: () => [],
  append: (changes) => {
    for (const change of changes) {
      const name = `${change.type} ${change.id}`;
      if (change.value) kept.set(name, change);
      else kept.delete(name);
      onChange(change);
    }
  },
});

/** Stripe in memory: the emulator on the time of the world. Its events are carried to whoever listens. */
export class SimulatedStripe {
  readonly emulator: StripeEmulator;
  readonly #boundary: Boundary;
  readonly #kept = new Map<string, ObjectChange>();
  readonly #scheduler: Scheduler;
  /** The events of the last two hours. */
  readonly #sent: { at: number; request: WebhookRequest }[] = [];
  onEvent: (request: WebhookRequest) => number = () => 200;
  /** Is told of each change of an object. */
  onChange: (change: ObjectChange) => void = () => {};

  constructor(scheduler: Scheduler, boundary: Boundary) {
    this.#boundary = boundary;
    this.#scheduler = scheduler;
    this.emulator = createStripeEmulator({
      clock: { now: () => scheduler.now, at: (dueAt, run) => scheduler.at(dueAt, () => void run()) },
      journal: journalOf(this.#kept, (change) => this.onChange(change)),
      deliver: (request) => this.#send(request),
      webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: stripeKeys.webhook },
      secretKey: stripeKeys.secret,
      random: scheduler.random,
      report: (error) => scheduler.fail(error),
    });
  }

  /** Everything of a kind that Stripe has. */
  objects<K extends ObjectType>(kind: K): StoredObjects[K][] {
    return [...this.#kept.values()].flatMap(({ type, value }) =>
      type === kind && value ? [value as StoredObjects[K]] : [],
    );
  }

  /** Everything that Stripe has, whatever it is. */
  everything(): unknown[] {
    return [...this.#kept.values()];
  }

  #send(request: WebhookRequest): number {
    const { now } = this.#scheduler;
    const first = this.#sent.findIndex(({ at }) => now - at < 2 * hourMs);
    if (first > 0) this.#sent.splice(0, first);
    this.#sent.push({ at: now, request });
    return this.onEvent(request);
  }

  /** Makes Stripe send its events since an instant again, with new signatures. */
  resend(since: number): void {
    const second = Math.floor(this.#scheduler.now / 1000);
    for (const { request } of this.#sent.filter(({ at }) => at >= since)) {
      const signature = signatureOf(stripeKeys.webhook, second, request.body);
      this.onEvent({ ...request, headers: { ...request.headers, 'stripe-signature': signature } });
    }
  }

  /** The id of an event of Stripe, and the account that it is about. */
  factsOf(event: string): { id: string; accountId: string | undefined } {
    const { id, data } = JSON.parse(event) as StripeEvent;
    const customer = this.#kept.get(`customer ${String(data.object.customer ?? data.object.id)}`)?.value;
    const { metadata } = (customer ?? {}) as { metadata?: Record<string, string> };
    return { id, accountId: metadata?.['accountId'] };
  }

  client(): Stripe {
    const httpClient = new ThroughBoundary(this.emulator, this.#boundary, this.#scheduler);
    return new Stripe(stripeKeys.secret, { httpClient, maxNetworkRetries: 0, telemetry: false });
  }

  /** Makes the catalog that the service sells from. */
  async setUp(): Promise<void> {
    await setUpStripe(this.client(), { currency: 'usd' });
  }
}
