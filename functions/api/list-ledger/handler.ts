import { poolNames } from '@scangate/domain/credits/credit-pool';
import { isClientOrganization } from '@scangate/domain/identity/caller';
import { instantRange } from '@scangate/domain/instant';
import { viewedLedgerPage } from '#app/ledger/ledger-pages/viewed-ledger-page.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const accountId = caller.billingAccountId;
  const { limit, kind, source, scanId } = query;
  const filter = { kind, source, scanId };
  const range = instantRange(query);
  const pools = query.pool ? [query.pool] : poolNames;
  // A cursor continues the list that it came from and no other.
  const list = JSON.stringify([accountId, query.pool, range, filter]);
  const scope = { list: endpoint.name, owner: list };
  const cursor = decodeCursor(query.cursor, scope);
  const viewer = isClientOrganization(caller) ? caller.organizationId : undefined;
  const page = await viewedLedgerPage({ accountId, pools, range, filter, limit, cursor, viewer }, store);
  const body = pageResponse(page.items, page.cursor, scope);
  return { status: 200, body };
});
