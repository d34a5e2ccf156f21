import { actorOf } from '@scangate/domain/audit/audit-event';
import { setBudget } from '#app/billing/client-budgets.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ caller, params: { organizationId }, body, ids, now }, { store }) => {
    const { billingAccountId: accountId } = caller;
    const change = { organizationId, budget: body, cause: ids.uuid(), actor: actorOf(caller) };
    return { status: 200, body: await setBudget({ accountId, ...change, now }, store) };
  },
);
