import { subscriptionView } from '@scangate/domain/accounts/billing-status';
import { resumeSastAddon } from '@scangate/domain/plans/sast-addon';
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
    const cause = request.ids.uuid();
    const rule: SubscriptionChange['rule'] = (state) => resumeSastAddon(state, cause);
    const state = await requestSubscriptionChange(
      { ...changeRequestOf(request, cause), rule },
      { ...ports, log },
    );
    return { status: 200, body: subscriptionView(state) };
  },
);
