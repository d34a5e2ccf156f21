import { schedulePlanChange } from '@scangate/domain/plans/plan-change';
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
    const { body, ids, now } = request;
    const [at, cause] = [now.toISOString(), ids.uuid()];
    const choose = (known: BillingState) => schedulePlanChange(known, { to: body, cause }, at);
    const state = await requestSubscriptionChange(changeRequestOf(request, cause), choose, ports);
    return { status: 200, body: subscriptionView(state) };
  },
);
