import { Readable } from 'node:stream';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { isClientOrganization } from '@scangate/domain/identity/caller';
import { dayOf, instantRange } from '@scangate/domain/instant';
import { exportLedger } from '#app/ledger/export-ledger.ts';
import { asAttachment } from '#runtime/http/attachment.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const pools = query.pool ? [query.pool] : poolNames;
  const viewer = isClientOrganization(caller) ? caller.organizationId : undefined;
  const request = { accountId: caller.billingAccountId, pools, range: instantRange(query), viewer, now };
  const csv = await exportLedger(request, store);
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      ...asAttachment(`ledger-${dayOf(now.toISOString())}.csv`),
    },
    stream: Readable.from(csv, { objectMode: false }),
  };
});
