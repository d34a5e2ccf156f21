import { actorOf } from '../../../lib/domain/audit.ts';
import {
  changeRecharge,
  rechargeEtag,
  rechargeSettings,
  rechargeView,
} from '../../../lib/domain/billing/auto-recharge.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { changeAccount } from '../../billing/change-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, query: { pool }, body, headers, ids, now }, { store }) => {
    const [at, cause] = [now.toISOString(), ids.uuid()];
    const change = (state: BillingState) => changeRecharge(state, pool, body, headers['if-match'], cause, at);
    const { account } = await changeAccount(caller.billingAccountId, change, store, at, actorOf(caller));
    const settings = rechargeSettings(account, pool);
    return {
      status: 200,
      headers: { ETag: rechargeEtag(pool, settings) },
      body: rechargeView(settings),
    };
  },
);
