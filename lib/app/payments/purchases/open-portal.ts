import { loadBuyer } from './load-buyer.ts';
import { ensureCustomer } from '../payment-account.ts';
import type { PurchasePorts } from '../payment-ports.ts';
import { purchaseOnce, type PurchaseRequest } from './purchase-once.ts';

/** Opens the page where the payment method is changed. */
export const openPortal = (request: PurchaseRequest, ports: PurchasePorts) => {
  const { caller, now } = request;
  return purchaseOnce(request, ports.store, async (orderId) => {
    const { buyer } = await loadBuyer(caller.billingAccountId, ports.store, now);
    const customerId = await ensureCustomer(buyer.accountId, buyer.name, ports);
    const { url } = await ports.paymentProvider.openPortal(orderId, customerId);
    return { answer: { status: 201 as const, body: { url } } };
  });
};
