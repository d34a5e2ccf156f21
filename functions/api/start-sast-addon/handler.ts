import { requireAddonOrder } from '../../../lib/domain/billing/sast-addon.ts';
import { unchanged, type BillingState } from '../../../lib/domain/billing/state.ts';
import { subscriptionView } from '../../../lib/domain/billing/status.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer } from '../../billing/till/buyer.ts';
import { orderOnce, wantOf } from '../../billing/till/order.ts';
import { want } from '../../billing/till/want.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, body, now } = request;
  const may = (state: BillingState) => {
    requireAddonOrder(state, body.size);
    return unchanged(state);
  };
  return orderOnce(request, ports.store, async (orderId) => {
    const addonOrder = { orderId, size: body.size, at: now.toISOString() };
    await want(wantOf(request, orderId), may, ports, { addonOrder });
    const { state } = await loadBuyer(caller.billingAccountId, ports.store, now);
    return { answer: { status: 201 as const, body: subscriptionView(state) } };
  });
});
