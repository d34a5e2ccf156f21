import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { peopleView } from '@scangate/domain/identity/members';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list(
    'members',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  return { status: 200, body: pageResponse(peopleView(page.items), page.cursor, scope) };
});
