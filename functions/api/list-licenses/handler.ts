import { monthOf } from '@scangate/domain/licenses/claim-license';
import { listLicenses } from '#app/billing/list-licenses.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const accountId = caller.billingAccountId;
  const month = monthOf(now.toISOString());
  // A cursor continues the month that it came from.
  const scope = { list: endpoint.name, owner: JSON.stringify([accountId, month]) };
  const cursor = decodeCursor(query.cursor, scope);
  const page = { limit: query.limit, ...(cursor !== undefined && { cursor }) };
  const { items, cursor: next, ...counts } = await listLicenses(accountId, { page, now }, store);
  return { status: 200, body: { ...counts, ...pageResponse(items, next, scope) } };
});
