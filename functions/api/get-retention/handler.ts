import { retentionView } from '@scangate/domain/accounts/billing-status-view';
import { loadCurrentAccount } from '#app/billing/load-billing-status.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const { account } = await loadCurrentAccount(caller.billingAccountId, store, now);
  return { status: 200, body: retentionView(account) };
});
