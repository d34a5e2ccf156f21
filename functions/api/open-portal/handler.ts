import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer } from '../../billing/till/buyer.ts';
import { customerOf } from '../../billing/till/known-till.ts';
import { orderOnce } from '../../billing/till/order.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, now } = request;
  return orderOnce(request, ports.store, async (orderId) => {
    const { buyer } = await loadBuyer(caller.billingAccountId, ports.store, now);
    const customerId = await customerOf(buyer.accountId, buyer.name, ports);
    const { url } = await ports.till.openPortal(orderId, customerId);
    return { answer: { status: 201 as const, body: { url } } };
  });
});
