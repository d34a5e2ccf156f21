import { Stripe } from 'stripe';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { createStripeEmulator, type StripeEmulator } from '@scangate/emulator-stripe/create-stripe-emulator';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import type { Boundary } from '../cloud/boundary.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';

/** The parameters of the deployment that hold the keys of Stripe. */
export const stripeKeys = { secret: 'sk_test_of_the_world', webhook: 'whsec_of_the_world' } as const;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

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

/** Carries requests of the SDK to the emulator, through the boundary. */
class ThroughBoundary extends Stripe.HttpClient {
  readonly #emulator: StripeEmulator;
  readonly #boundary: Boundary;

  constructor(emulator: StripeEmulator, boundary: Boundary) {
    super();
    this.#emulator = emulator;
    this.#boundary = boundary;
  }

  override getClientName = () => 'simulation';

  override async makeRequest(...sent: Parameters<MakeRequest>) {
    const [, , url, method, given, body] = sent;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    const operation = `${method} ${url.split('?')[0]?.split('/').slice(2, 4).join(' ')}`;
    const call = { service: 'stripe', operation, isWrite: method !== 'GET' };
    const answer = await this.#boundary.call(call, () =>
      this.#emulator.answer({ method, url, headers, body }),
    );
    return new ReceivedAnswer(answer);
  }
}

/** Stripe in memory: the emulator on the time of the world. Its events are carried to whoever listens. */
export class StripeStandIn {
  readonly emulator: StripeEmulator;
  readonly #boundary: Boundary;
  onEvent: (request: WebhookRequest) => number = () => 200;

  constructor(scheduler: Scheduler, boundary: Boundary) {
    this.#boundary = boundary;
    this.emulator = createStripeEmulator({
      clock: { now: () => scheduler.now, at: (dueAt, run) => scheduler.at(dueAt, () => void run()) },
      deliver: (request) => this.onEvent(request),
      webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: stripeKeys.webhook },
      secretKey: stripeKeys.secret,
      random: scheduler.random,
      report: (error) => scheduler.fail(error),
    });
  }

  client(): Stripe {
    const httpClient = new ThroughBoundary(this.emulator, this.#boundary);
    return new Stripe(stripeKeys.secret, { httpClient, maxNetworkRetries: 0, telemetry: false });
  }

  /** Makes the catalog that the service sells from. */
  async setUp(): Promise<void> {
    await setUpStripe(this.client(), { currency: 'usd' });
  }
}
