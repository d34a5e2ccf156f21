import { cancelSastAddon } from '@scangate/domain/plans/sast-addon';
import { subscriptionView } from '@scangate/domain/accounts/billing-status';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { changeRequestOf } from '#app/payments/purchase-once.ts';
import { requestSubscriptionChange } from '#app/payments/request-subscription-change.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { ids, now } = request;
    const [at, cause] = [now.toISOString(), ids.uuid()];
    const cancel = (known: BillingState) => cancelSastAddon(known, cause, at);
    const state = await requestSubscriptionChange(changeRequestOf(request, cause), cancel, ports);
    return { status: 200, body: subscriptionView(state) };
  },
);
