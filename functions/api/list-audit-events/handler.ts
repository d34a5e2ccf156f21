import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { auditEventView } from '@scangate/domain/audit/audit-event';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list(
    'auditEvents',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const events = page.items.map(auditEventView);
  return { status: 200, body: pageResponse(events, page.cursor, scope) };
});
