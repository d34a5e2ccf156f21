import { listEvents } from '#app/webhooks/list-events.ts';
import { decodeCursor, encodeCursor, type CursorScope } from '#contract/cursor.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { eventView } from '@scangate/domain/webhooks/webhook-body';
import { endpoint } from './endpoint.ts';

/** Instants sort as the positions of events do. */
const positionOf = (after: string | undefined, scope: CursorScope): string | undefined =>
  after !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/.test(after) && !Number.isNaN(Date.parse(after))
    ? new Date(after).toISOString()
    : decodeCursor(after, scope);

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const asked = { organizationId, after: positionOf(query.after, scope), limit: query.limit };
  const { events, position, hasMore } = await listEvents({ store, log }, asked, now);
  const after = encodeCursor(position, scope) ?? position;
  return { status: 200, body: { items: events.map(eventView), after, hasMore } };
});
