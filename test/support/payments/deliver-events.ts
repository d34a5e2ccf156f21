import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { stripeEventReader } from '#adapters/stripe/event-reader.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import type { PaymentProvider, PaymentEvent } from '#ports/payment-provider.ts';
import { webhookSecret, type PaymentWorld } from './payment-world.ts';

/** A message as the webhook hears it; a recharge that it would start is another story. */
export const deliverEvent = async (
  event: PaymentEvent,
  { store, paymentProvider: till }: { store: MemoryStore; paymentProvider: PaymentProvider },
  now: Date,
): Promise<void> => {
  await handlePaymentEvent(event, { store, paymentProvider: till, recharge: { start: async () => {} } }, now);
};

/** What a message says, once its signature was checked over the bytes as they came. */
const readSent = ({ headers, body, event }: WebhookRequest): Promise<PaymentEvent> =>
  stripeEventReader(webhookSecret).read(body, headers['stripe-signature'], new Date(event.created * 1000));

/** The messages that were sent since somebody asked last. */
export const takeEvents = async (world: PaymentWorld): Promise<PaymentEvent[]> => {
  await world.stripe.idle();
  return Promise.all(world.sent.splice(0).map(readSent));
};

/** Hears everything that was sent, and what that sets off, in its order. */
export const deliverAllEvents = async (world: PaymentWorld): Promise<void> => {
  for (let events = await takeEvents(world); events.length > 0; events = await takeEvents(world))
    for (const event of events) await deliverEvent(event, world, world.now());
};
