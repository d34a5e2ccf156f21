import { detailsEtag } from '@scangate/domain/payments/billing-details';
import { setBillingDetails } from '#app/payments/purchases/set-billing-details.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  async (request, ports) => {
    const change = { ...request, ifMatch: request.headers['if-match'] };
    const body = await setBillingDetails(change, { ...ports, log });
    return { status: 200, headers: { ETag: detailsEtag(body) }, body };
  },
);
