import { rechargeEtag, rechargeSettings, rechargeView } from '../../../lib/domain/billing/auto-recharge.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { loadAccount } from '../../billing/load-account.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, query: { pool } }, { store }) => {
    const { account } = await loadAccount(caller.billingAccountId, store);
    const settings = rechargeSettings(account, pool);
    return {
      status: 200,
      headers: { ETag: rechargeEtag(pool, settings) },
      body: rechargeView(settings),
    };
  },
);
