import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { log } from '#runtime/log.ts';
import { serveWebhook } from '#runtime/serve-webhook.ts';
import { wirePaymentEvents, wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { webhook } from './webhook.ts';

export const handler = serveWebhook(
  webhook,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    paymentProvider: wirePaymentProvider,
    paymentEvents: wirePaymentEvents,
    recharge: wireRechargeStarter,
  },
  {
    read: ({ body, signature, now }, { paymentEvents }) => paymentEvents.read(body, signature, now),
    handle: (event, { now }, ports) => handlePaymentEvent(event, { ...ports, log }, now),
  },
);
