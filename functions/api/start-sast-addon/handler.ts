import { requireAddonPurchase } from '@scangate/domain/plans/sast-addon';
import { noChange, type BillingState } from '@scangate/domain/accounts/billing-state';
import { subscriptionView } from '@scangate/domain/accounts/billing-status';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer } from '#app/payments/load-buyer.ts';
import { purchaseOnce, changeRequestOf } from '#app/payments/purchase-once.ts';
import { requestSubscriptionChange } from '#app/payments/request-subscription-change.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, body, now } = request;
    const may = (state: BillingState) => {
      requireAddonPurchase(state, body.size);
      return noChange(state);
    };
    return purchaseOnce(request, ports.store, async (orderId) => {
      const addonOrder = { orderId, size: body.size, at: now.toISOString() };
      await requestSubscriptionChange(changeRequestOf(request, orderId), may, ports, { addonOrder });
      const { state } = await loadBuyer(caller.billingAccountId, ports.store, now);
      return { answer: { status: 201 as const, body: subscriptionView(state) } };
    });
  },
);
