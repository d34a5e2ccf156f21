import { billingStatusView, clientBillingStatusView } from '@scangate/domain/accounts/billing-status-view';
import { isClientOrganization } from '@scangate/domain/identity/caller';
import { loadBillingStatus } from '#app/billing/load-billing-status.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const { state, ...context } = await loadBillingStatus(caller.billingAccountId, store, now);
  if (isClientOrganization(caller)) return { status: 200, body: clientBillingStatusView(state) };
  const viewer = { role: caller.role, now: now.toISOString() };
  return { status: 200, body: billingStatusView(state, context, viewer) };
});
