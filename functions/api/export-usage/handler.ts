import { usageCsv } from '@scangate/domain/ledger/usage';
import { dayOf } from '@scangate/domain/instant';
import { loadUsage } from '#app/billing/load-usage.ts';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const { items } = await loadUsage(caller.billingAccountId, { query, now }, store);
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      ...asAttachment(`usage-${query.pool}-${dayOf(now.toISOString())}.csv`),
    },
    text: usageCsv(query.by, items),
  };
});
