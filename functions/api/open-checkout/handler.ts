import { buyPlan } from '#app/payments/purchases/buy-plan.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  (request, ports) => buyPlan(request, { ...ports, log }),
);
