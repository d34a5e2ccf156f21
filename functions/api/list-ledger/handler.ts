import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { ledgerRange, ledgerView } from '@scangate/domain/ledger/ledger-view';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { ledgerPage } from '#app/billing/ledger-page.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const accountId = caller.billingAccountId;
  const range = ledgerRange(query);
  const pools = query.pool ? [query.pool] : poolNames;
  // A cursor goes on in the list that it came from, and in no other.
  const list = JSON.stringify([accountId, query.pool, range]);
  const cursor = decodeCursor(query.cursor, endpoint.name, list);
  const page = await ledgerPage(store, accountId, pools, { ...range, limit: query.limit }, cursor);
  const body = pageResponse(page.items.map(ledgerView), page.cursor, endpoint.name, list);
  return { status: 200, body };
});
