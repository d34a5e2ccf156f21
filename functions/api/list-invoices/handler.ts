import { listInvoices } from '#app/billing/list-invoices.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { billingAccountId: accountId } = caller;
  const scope = { list: endpoint.name, owner: accountId };
  const cursor = decodeCursor(query.cursor, scope);
  const options = { limit: query.limit, ...(cursor && { cursor }) };
  const page = await listInvoices(accountId, options, store);
  return { status: 200, body: pageResponse(page.items, page.cursor, scope) };
});
