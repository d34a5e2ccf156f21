import {
  rechargeEtag,
  rechargeSettings,
  rechargeSettingsView,
} from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { loadAccount } from '#app/billing/load-account.ts';
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
      body: rechargeSettingsView(settings),
    };
  },
);
