import { actorOf } from '../../../lib/domain/audit.ts';
import { chooseRetention } from '../../../lib/domain/billing/retention.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { retentionView } from '../../../lib/domain/billing/status.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { changeAccount } from '../../billing/change-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body: { days }, ids, now }, { store }) => {
    const cause = ids.uuid();
    const choose = (state: BillingState) => chooseRetention(state, days, state.account.plan, cause);
    const at = now.toISOString();
    const { account } = await changeAccount(caller.billingAccountId, choose, store, at, actorOf(caller));
    return { status: 200, body: retentionView(account) };
  },
);
