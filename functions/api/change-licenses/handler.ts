import { boughtLicenses } from '@scangate/domain/plans/entitlements';
import { validateSubscription } from '@scangate/domain/plans/plan-change';
import {
  undoLicenseReduction,
  scheduleLicenseReduction,
  requireLicensePurchase,
} from '@scangate/domain/licenses/change-license-count';
import { noChange, type BillingState } from '@scangate/domain/accounts/billing-state';
import { subscriptionView } from '@scangate/domain/accounts/billing-status';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer } from '#app/payments/load-buyer.ts';
import { purchaseOnce, changeRequestOf } from '#app/payments/purchase-once.ts';
import { requestSubscriptionChange } from '#app/payments/request-subscription-change.ts';
import { endpoint } from './endpoint.ts';

/** Fewer or as many: at the renewal, and what was ordered and is not paid is not wanted any more. */
const fewer = (licenses: number, cause: string, at: string) => (state: BillingState) =>
  licenses === boughtLicenses(state.account)
    ? undoLicenseReduction(state, cause, at)
    : scheduleLicenseReduction(state, { licenses, cause }, at);

const more = (at: string) => (state: BillingState) => {
  requireLicensePurchase(state, at);
  return noChange(state);
};

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, body, ids, now } = request;
    const { licenses } = body;
    const { billingAccountId: accountId } = caller;
    const at = now.toISOString();
    validateSubscription({ plan: 'Team', interval: 'month', licenses });
    return purchaseOnce(request, ports.store, async (orderId) => {
      const { state: before } = await loadBuyer(accountId, ports.store, now);
      const isMore = before.account.plan !== 'Team' || licenses > boughtLicenses(before.account);
      const rule = isMore ? more(at) : fewer(licenses, ids.uuid(), at);
      const licensesOrder = isMore ? { orderId, licenses, at } : undefined;
      await requestSubscriptionChange(changeRequestOf(request, orderId), rule, ports, { licensesOrder });
      const { state } = await loadBuyer(accountId, ports.store, now);
      return { answer: { status: 200 as const, body: subscriptionView(state) } };
    });
  },
);
