import { decodeCursor, pageAnswer } from '../../../lib/contract/cursor.ts';
import { managedRepositoryView } from '../../../lib/domain/repositories.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const cursor = decodeCursor(query.cursor, endpoint.name, organizationId);
  const page = await store.list(
    'repositories',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const connected = page.items.filter((repository) => !repository.disconnectedAt).map(managedRepositoryView);
  return { status: 200, body: pageAnswer(connected, page.cursor, endpoint.name, organizationId) };
});
