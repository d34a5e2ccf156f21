import { loadIntegration } from '#app/integrations/load-integrations.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { deliveryView } from '@scangate/domain/events/subscriber-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, query }, { store }) => {
  const owner = {
    organizationId: caller.organizationId,
    subscriberId: params.integrationId.toLowerCase(),
  };
  await loadIntegration(store, owner);
  const scope = { list: endpoint.name, owner: owner.subscriberId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list('deliveries', owner, { limit: query.limit, ...(cursor && { cursor }) });
  return { status: 200, body: pageResponse(page.items.map(deliveryView), page.cursor, scope) };
});
