import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
import { changeSubscription } from '#app/payments/purchases/change-subscription.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  (request, ports) =>
    changeSubscription(
      request,
      (state, { request: { body }, cause, at }) => schedulePlanChange(state, { to: body, cause }, at),
      { ...ports, log },
    ),
);
