import { noChange, type BillingState } from '@scangate/domain/accounts/billing-state';
import { subscriptionView } from '@scangate/domain/accounts/billing-status-view';
import {
  requireLicensePurchase,
  scheduleLicenseReduction,
  undoLicenseReduction,
} from '@scangate/domain/licenses/change-license-count';
import { boughtLicenses } from '@scangate/domain/plans/entitlements';
import { validateSubscription } from '@scangate/domain/plans/plan-change';
import { loadBuyer } from './load-buyer.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { changeRequestOf, purchaseOnce, type PurchaseRequest } from './purchase-once.ts';
import { requestSubscriptionChange } from '../request-subscription-change.ts';

export interface ChangeLicensesRequest extends PurchaseRequest {
  body: { licenses: number };
}

/** Requesting the current number drops a pending reduction. */
const reduceLicenses = (licenses: number, cause: string, at: string) => (state: BillingState) =>
  licenses === boughtLicenses(state.account)
    ? undoLicenseReduction(state, cause, at)
    : scheduleLicenseReduction(state, { licenses, cause }, at);

const buyLicenses = (at: string) => (state: BillingState) => {
  requireLicensePurchase(state, at);
  return noChange(state);
};

/**
 * Sets the number of licenses. More are paid at once; fewer count from the next renewal on, and an order for more
 * that is not paid yet is dropped.
 */
export const changeLicenses = async (request: ChangeLicensesRequest, ports: PurchasePorts) => {
  const { caller, body, ids, now } = request;
  const { licenses } = body;
  const at = now.toISOString();
  const load = () => loadBuyer(caller.billingAccountId, ports.store, now);
  validateSubscription({ plan: 'Team', interval: 'month', licenses });
  return purchaseOnce(request, ports.store, async (orderId) => {
    const { account } = (await load()).state;
    const isMore = account.plan !== 'Team' || licenses > boughtLicenses(account);
    const rule = isMore ? buyLicenses(at) : reduceLicenses(licenses, ids.uuid(), at);
    const licensesOrder = isMore ? { orderId, licenses, at } : undefined;
    const change = { ...changeRequestOf(request, orderId), rule, order: { licensesOrder } };
    await requestSubscriptionChange(change, ports);
    return { answer: { status: 200 as const, body: subscriptionView((await load()).state) } };
  });
};
