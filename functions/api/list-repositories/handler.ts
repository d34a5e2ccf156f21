import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { managedRepositoryView } from '@scangate/domain/repositories/repository-view';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list(
    'repositories',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const connected = page.items.filter((repository) => !repository.disconnectedAt).map(managedRepositoryView);
  return { status: 200, body: pageResponse(connected, page.cursor, scope) };
});
