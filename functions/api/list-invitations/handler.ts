import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { invitationView, isOpen } from '@scangate/domain/identity/invitations/invitation';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query, now }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list(
    'invitations',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const at = now.toISOString();
  const open = page.items.filter((invitation) => isOpen(invitation, at)).map(invitationView);
  return { status: 200, body: pageResponse(open, page.cursor, scope) };
});
