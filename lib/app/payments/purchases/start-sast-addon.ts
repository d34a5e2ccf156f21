import { noChange, type BillingState } from '@scangate/domain/accounts/billing-state';
import { subscriptionView } from '@scangate/domain/accounts/billing-status-view';
import { requireAddonPurchase } from '@scangate/domain/plans/sast-addon';
import { loadBuyer } from './load-buyer.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { changeRequestOf, purchaseOnce, type PurchaseRequest } from './purchase-once.ts';
import { requestSubscriptionChange } from '../request-subscription-change.ts';

export interface StartAddonRequest extends PurchaseRequest {
  body: { size: 'starter' | 'team' };
}

/** Buys the SAST add-on, which is paid at once. */
export const startSastAddon = (request: StartAddonRequest, ports: PurchasePorts) => {
  const { caller, body, now } = request;
  const { size } = body;
  const rule = (state: BillingState) => {
    requireAddonPurchase(state, size);
    return noChange(state);
  };
  return purchaseOnce(request, ports.store, async (orderId) => {
    const order = { addonOrder: { orderId, size, at: now.toISOString() } };
    await requestSubscriptionChange({ ...changeRequestOf(request, orderId), rule, order }, ports);
    const { state } = await loadBuyer(caller.billingAccountId, ports.store, now);
    return { answer: { status: 201 as const, body: subscriptionView(state) } };
  });
};
