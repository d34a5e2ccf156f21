import { subscriptionView } from '@scangate/domain/accounts/billing-status';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { changeRequestOf } from '#app/payments/purchases/purchase-once.ts';
import {
  requestSubscriptionChange,
  type SubscriptionChange,
} from '#app/payments/request-subscription-change.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { body, ids, now } = request;
    const [at, cause] = [now.toISOString(), ids.uuid()];
    const rule: SubscriptionChange['rule'] = (state) =>
      setAutoRenew(state, { enabled: body.enabled, cause }, at);
    const state = await requestSubscriptionChange(
      { ...changeRequestOf(request, cause), rule },
      { ...ports, log },
    );
    return { status: 200, body: subscriptionView(state) };
  },
);
