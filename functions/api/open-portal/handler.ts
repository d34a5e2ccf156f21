import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { loadBuyer } from '#app/payments/load-buyer.ts';
import { ensureCustomer } from '#app/payments/payment-account.ts';
import { purchaseOnce } from '#app/payments/purchase-once.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const { caller, now } = request;
    return purchaseOnce(request, ports.store, async (orderId) => {
      const { buyer } = await loadBuyer(caller.billingAccountId, ports.store, now);
      const customerId = await ensureCustomer(buyer.accountId, buyer.name, ports);
      const { url } = await ports.paymentProvider.openPortal(orderId, customerId);
      return { answer: { status: 201 as const, body: { url } } };
    });
  },
);
