import { findComponents } from '#app/components/find-components.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const { purl, limit } = query;
  const scope = { list: `${endpoint.name} ${purl}`, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await findComponents({ organizationId, purl, limit, cursor }, store);
  return { status: 200, body: pageResponse(page.items, page.cursor, scope) };
});
