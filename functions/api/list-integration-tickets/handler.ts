import { listOfIntegration } from '#app/integrations/list-of-integration.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { ticketView } from '@scangate/domain/integrations/ticket-view';
import { trackerPlaceOf } from '@scangate/domain/integrations/tickets/tracker-place';
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
  const { integration, items, cursor } = await listOfIntegration('tickets', asked, { store, log });
  const here = trackerPlaceOf(integration.settings);
  const shown = items.map((ticket) => ticketView(ticket, here));
  return { status: 200, body: pageResponse(shown, cursor, scope) };
});
