import { actorOf } from '@scangate/domain/audit/audit-event';
import { setRetention } from '@scangate/domain/accounts/payload-retention';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { retentionView } from '@scangate/domain/accounts/billing-status';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { changeAccount } from '#app/billing/change-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body: { days }, ids, now }, { store }) => {
    const cause = ids.uuid();
    const choose = (state: BillingState) => setRetention(state, { days, plan: state.account.plan, cause });
    const at = now.toISOString();
    const { account } = await changeAccount(caller.billingAccountId, choose, store, at, actorOf(caller));
    return { status: 200, body: retentionView(account) };
  },
);
