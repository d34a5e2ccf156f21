import { loadPrices } from '#app/billing/load-prices.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { paymentProvider: wirePaymentProvider },
  async (_request, { paymentProvider }) => ({ status: 200, body: await loadPrices(paymentProvider) }),
);
