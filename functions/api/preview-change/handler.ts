import { previewBillingChange } from '#app/payments/purchases/preview-change.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async ({ caller, body, now }, ports) => {
    const request = { accountId: caller.billingAccountId, change: body, now };
    return { status: 200, body: await previewBillingChange(request, ports) };
  },
);
