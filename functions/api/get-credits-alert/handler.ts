import { creditsAlertView } from '@scangate/domain/credits/credits-alert';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { loadAccount } from '#app/billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const stored = await loadAccount(caller.billingAccountId, store);
  return { status: 200, body: creditsAlertView(applyDueRenewals(stored, now.toISOString()).state) };
});
