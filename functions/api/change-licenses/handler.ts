import { boughtLicenses } from '../../../lib/domain/billing/entitlements.ts';
import { checkSubscription } from '../../../lib/domain/billing/plan-change.ts';
import { keepLicenses, removeLicenses, requireLicenseOrder } from '../../../lib/domain/billing/seats.ts';
import { unchanged, type BillingState } from '../../../lib/domain/billing/state.ts';
import { subscriptionView } from '../../../lib/domain/billing/status.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer } from '../../billing/till/buyer.ts';
import { orderOnce, wantOf } from '../../billing/till/order.ts';
import { want } from '../../billing/till/want.ts';
import { endpoint } from './endpoint.ts';

/** Fewer or as many: at the renewal, and what was ordered and is not paid is not wanted any more. */
const fewer = (licenses: number, cause: string, at: string) => (state: BillingState) =>
  licenses === boughtLicenses(state.account)
    ? keepLicenses(state, cause, at)
    : removeLicenses(state, licenses, cause, at);

const more = (at: string) => (state: BillingState) => {
  requireLicenseOrder(state, at);
  return unchanged(state);
};

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, body, ids, now } = request;
  const { licenses } = body;
  const { billingAccountId: accountId } = caller;
  const at = now.toISOString();
  checkSubscription({ plan: 'Team', interval: 'month', licenses });
  return orderOnce(request, ports.store, async (orderId) => {
    const { state: before } = await loadBuyer(accountId, ports.store, now);
    const isMore = before.account.plan !== 'Team' || licenses > boughtLicenses(before.account);
    const rule = isMore ? more(at) : fewer(licenses, ids.uuid(), at);
    const licensesOrder = isMore ? { orderId, licenses, at } : undefined;
    await want(wantOf(request, orderId), rule, ports, { licensesOrder });
    const { state } = await loadBuyer(accountId, ports.store, now);
    return { answer: { status: 200 as const, body: subscriptionView(state) } };
  });
});
