import { detailsEtag } from '@scangate/domain/payments/billing-details';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const { billingAccountId: accountId } = caller;
  const stored = await store.get('paymentAccount', { accountId }, { consistent: true });
  const body = stored?.billingDetails;
  return body ? { status: 200, headers: { ETag: detailsEtag(body) }, body } : { status: 204 };
});
