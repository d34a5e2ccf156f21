import { setRetention } from '@scangate/domain/accounts/retention-setting';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { retentionView } from '@scangate/domain/accounts/billing-status-view';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { changeAccount } from '#app/billing/change-account.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, body: { days }, ids, now }, { store }) => {
    const cause = ids.uuid();
    const rule = (state: BillingState) => setRetention(state, { days, plan: state.account.plan, cause });
    const change = { rule, now: now.toISOString(), actor: actorOf(caller) };
    const { account } = await changeAccount(caller.billingAccountId, change, store);
    return { status: 200, body: retentionView(account) };
  },
);
