import { listDeliveries } from '#app/webhooks/list-deliveries.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, query }, { store }) => {
  const webhookId = params.webhookId.toLowerCase();
  const scope = { list: endpoint.name, owner: webhookId };
  const asked = { organizationId: caller.organizationId, webhookId, limit: query.limit };
  const { items, cursor } = await listDeliveries({ store, log }, asked, decodeCursor(query.cursor, scope));
  return { status: 200, body: pageResponse(items, cursor, scope) };
});
