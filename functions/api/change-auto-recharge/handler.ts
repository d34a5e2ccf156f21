import { actorOf } from '@scangate/domain/audit/audit-event';
import {
  rechargeEtag,
  rechargeSettings,
  rechargeSettingsView,
} from '@scangate/domain/credits/auto-recharge/auto-recharge-settings';
import { changeAutoRecharge } from '#app/auto-recharge/change-auto-recharge.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch, recharge: wireRechargeStarter },
  async ({ caller, query: { pool }, body, headers, ids, now }, ports) => {
    const request = {
      accountId: caller.billingAccountId,
      pool,
      change: body,
      ifMatch: headers['if-match'],
      cause: ids.uuid(),
      actor: actorOf(caller),
      now: now.toISOString(),
    };
    const { account } = await changeAutoRecharge(request, { ...ports, log });
    const settings = rechargeSettings(account, pool);
    return {
      status: 200,
      headers: { ETag: rechargeEtag(pool, settings) },
      body: rechargeSettingsView(settings),
    };
  },
);
