import { actorOf } from '../../../lib/domain/audit.ts';
import { rechargeEtag, rechargeSettings, rechargeView } from '../../../lib/domain/billing/auto-recharge.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireRecharge } from '../../../lib/runtime/wire/workflow.ts';
import { switchRecharge } from '../../billing/switch-recharge.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, recharge: wireRecharge },
  async ({ caller, query: { pool }, body, headers, ids, now }, ports) => {
    const wanted = {
      pool,
      change: body,
      ifMatch: headers['if-match'],
      cause: ids.uuid(),
      actor: actorOf(caller),
    };
    const { account } = await switchRecharge(caller.billingAccountId, wanted, ports, now.toISOString());
    const settings = rechargeSettings(account, pool);
    return {
      status: 200,
      headers: { ETag: rechargeEtag(pool, settings) },
      body: rechargeView(settings),
    };
  },
);
