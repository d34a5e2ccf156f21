import { listWaivers } from '#app/waivers/list-waivers.ts';
import { addScopeNames } from '#app/waivers/add-scope-names.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const { organizationId } = caller;
  const { filter, limit, view } = query;
  const scope = { list: `${endpoint.name} ${filter ?? ''}`, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await listWaivers(store, { organizationId, filter, limit, cursor }, now);
  const items = view ? await addScopeNames(page.items, organizationId, store) : page.items;
  return { status: 200, body: pageResponse(items, page.cursor, scope) };
});
