import { monthOf } from '@scangate/domain/licenses/claim-license';
import { applyDueRenewals } from '@scangate/domain/accounts/time-driven-changes';
import { clientBillingStatusView, billingStatusView } from '@scangate/domain/accounts/billing-status';
import { isClientOrganization } from '@scangate/domain/identity/roles';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { billingState, statusRefs } from '#app/billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const [at, accountId] = [now.toISOString(), caller.billingAccountId];
  const refs = statusRefs(accountId, monthOf(at));
  const [account, core, sast, counted, till, ofCore, ofSast] = await store.load(refs, { consistent: true });
  const { state } = applyDueRenewals(billingState(account, core, sast), at);
  if (isClientOrganization(caller)) return { status: 200, body: clientBillingStatusView(state) };
  const recharges = { ...(ofCore && { core: ofCore }), ...(ofSast && { sast: ofSast }) };
  return {
    status: 200,
    body: billingStatusView(
      state,
      { licenseMonth: counted, paymentAccount: till, recharges },
      { role: caller.role, now: at },
    ),
  };
});
