import { monthOf } from '../../../lib/domain/billing/licenses.ts';
import { asOf } from '../../../lib/domain/billing/renewal.ts';
import { clientStatusView, statusView } from '../../../lib/domain/billing/status.ts';
import { isClient } from '../../../lib/domain/roles.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { billingRefs, billingState } from '../../billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, now }, { store }) => {
  const [at, accountId] = [now.toISOString(), caller.billingAccountId];
  const month = { record: 'licenseMonth', id: { accountId, month: monthOf(at) } } as const;
  const [account, core, sast, counted] = await store.load([...billingRefs(accountId), month], {
    consistent: true,
  });
  const { state } = asOf(billingState(account, core, sast), at);
  const body = isClient(caller) ? clientStatusView(state) : statusView(state, counted, caller.role, at);
  return { status: 200, body };
});
