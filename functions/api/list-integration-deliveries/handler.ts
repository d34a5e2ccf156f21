import { listOfIntegration } from '#app/integrations/list-of-integration.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { deliveryView } from '@scangate/domain/event-subscribers/subscriber-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, query }, { store }) => {
  const { organizationId } = caller;
  const { integrationId } = params;
  const scope = { list: endpoint.name, owner: integrationId.toLowerCase() };
  const asked = {
    organizationId,
    integrationId,
    limit: query.limit,
    cursor: decodeCursor(query.cursor, scope),
  };
  const page = await listOfIntegration('deliveries', asked, { store, log });
  return { status: 200, body: pageResponse(page.items.map(deliveryView), page.cursor, scope) };
});
