import { monthOf } from '../../../lib/domain/billing/licenses.ts';
import { asOf } from '../../../lib/domain/billing/renewal.ts';
import { clientStatusView, statusView } from '../../../lib/domain/billing/status.ts';
import { isClient } from '../../../lib/domain/roles.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { billingState, statusRefs } from '../../billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const [at, accountId] = [now.toISOString(), caller.billingAccountId];
  const refs = statusRefs(accountId, monthOf(at));
  const [account, core, sast, counted, till, ofCore, ofSast] = await store.load(refs, { consistent: true });
  const { state } = asOf(billingState(account, core, sast), at);
  if (isClient(caller)) return { status: 200, body: clientStatusView(state) };
  const recharges = { ...(ofCore && { core: ofCore }), ...(ofSast && { sast: ofSast }) };
  return { status: 200, body: statusView(state, { counted, till, recharges }, caller.role, at) };
});
