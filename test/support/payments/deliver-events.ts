import type { MemoryStore } from '#adapters/memory/store.ts';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import type { PaymentEvent } from '#ports/payment-provider.ts';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { webhookSecret, type PaymentWorld } from './payment-world.ts';

/** Handles an event as the webhook does; a recharge that it would start is not started. */
export const deliverEvent = async (
  event: PaymentEvent,
  { store, paymentProvider, log }: Omit<PaymentPorts, 'store'> & { store: MemoryStore },
  now: Date,
): Promise<void> => {
  const recharge = { start: async () => {} };
  await handlePaymentEvent(event, { store, paymentProvider, log, recharge }, now);
};

/** Reads a request after the check of its signature over the bytes as they were sent. */
const readRequest = ({ headers, body, event }: WebhookRequest): Promise<PaymentEvent> =>
  stripeEventReader(webhookSecret).read(body, headers['stripe-signature'], new Date(event.created * 1000));

/** Takes the events that were sent since the last call. */
export const takeEvents = async (world: PaymentWorld): Promise<PaymentEvent[]> => {
  await world.stripe.idle();
  return Promise.all(world.sent.splice(0).map(readRequest));
};

/** Handles every event that was sent, and those that this leads to, in order. */
export const deliverAllEvents = async (world: PaymentWorld): Promise<void> => {
  for (let events = await takeEvents(world); events.length > 0; events = await takeEvents(world))
    for (const event of events) await deliverEvent(event, world, world.now());
};
