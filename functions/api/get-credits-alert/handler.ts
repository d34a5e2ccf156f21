import { creditsAlertView } from '../../../lib/domain/billing/credits-alert.ts';
import { asOf } from '../../../lib/domain/billing/renewal.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { loadAccount } from '../../billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const stored = await loadAccount(caller.billingAccountId, store);
  return { status: 200, body: creditsAlertView(asOf(stored, now.toISOString()).state) };
});
