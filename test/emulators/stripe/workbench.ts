import { Stripe } from 'stripe';
import {
  createStripeEmulator,
  type StripeEmulator,
  type StripeEmulatorOptions,
} from '@scangate/emulator-stripe/create-stripe-emulator';
import { openManualClock, type ManualClock } from '@scangate/emulator-host/manual-clock';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';

export const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

export const webhookSecret = 'whsec_of_the_tests';

export interface StripeWorkbench {
  stripe: StripeEmulator;
  client: Stripe;
  clock: ManualClock;
  /** Delivered webhooks in order of arrival. */
  sent: WebhookRequest[];
  /** The types of events that arrived since the last call. */
  eventTypes(): string[];
  /** Moves the clock to an ISO date or to seconds since the epoch. */
  to(instant: string | number): Promise<void>;
  pass(seconds: number): Promise<void>;
  /** Throws when an unexpected error was reported. */
  close(): Promise<void>;
}

/** Opens a Stripe emulator with Stripe's own client. The clock stands at 10 March 2026, 12:00 UTC. */
export const openStripeWorkbench = async (
  more: Partial<StripeEmulatorOptions> = {},
): Promise<StripeWorkbench> => {
  const sent: WebhookRequest[] = [];
  const errors: unknown[] = [];
  let looked = 0;
  let idle: () => Promise<unknown> = async () => {};
  const clock = openManualClock(Date.parse('2026-03-10T12:00:00Z'), () => idle());
  const stripe = createStripeEmulator({
    clock,
    deliver: (one) => {
      sent.push(one);
      return 200;
    },
    webhook: { url: 'http://127.0.0.1:9/webhooks/stripe', secret: webhookSecret },
    report: (error) => void errors.push(error),
    ...more,
  });
  idle = stripe.idle;
  const server = await stripe.listen();
  const client = new Stripe('sk_test_of_the_tests', {
    host: '127.0.0.1',
    port: server.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const to = (instant: string | number) =>
    clock.advanceTo(typeof instant === 'string' ? Date.parse(instant) : instant * 1000);
  return {
    stripe,
    client,
    clock,
    sent,
    eventTypes: () => {
      const types = sent.slice(looked).map(({ event }) => event.type);
      looked = sent.length;
      return types;
    },
    to,
    pass: (seconds) => to(clock.now() / 1000 + seconds),
    close: async () => {
      await stripe.idle();
      await server.close();
      if (errors.length > 0) throw new AggregateError(errors, 'The Stripe emulator failed.');
    },
  };
};

/** Creates a monthly price per license, in cents. */
export const monthly = async (
  client: Stripe,
  unit_amount: number,
  more: Partial<Stripe.PriceCreateParams> = {},
) =>
  client.prices.create({
    currency: 'usd',
    unit_amount,
    recurring: { interval: 'month' },
    product_data: { name: `Plan of ${unit_amount}` },
    ...more,
  });

/** Creates a customer whose default card has this behavior. */
export const customerWith = async (
  bench: StripeWorkbench,
  card: 'ok' | 'declined' | 'authentication_required' = 'ok',
) => {
  const customer = await bench.client.customers.create({ metadata: { organizationId: 'org-1' } });
  bench.stripe.control.setCard({ customer: customer.id }, card);
  return customer;
};

/** @returns the error of a refused call: status, type, code, … */
export const errorOf = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { statusCode, rawType, code, param, decline_code, message } = error;
      return { statusCode, rawType, code, param, decline_code, message };
    }
    throw error;
  }
  throw new Error('The call was not refused.');
};
