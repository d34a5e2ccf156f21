import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { managers } from '@scangate/domain/identity/roles';
import { tokenView } from '@scangate/domain/identity/tokens';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const scope = { list: endpoint.name, owner: organizationId };
  const cursor = decodeCursor(query.cursor, scope);
  const page = await store.list(
    'tokens',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const all = managers.includes(caller.role);
  const visible = page.items.filter(
    (token) => token.kind !== 'session' && (all || token.personId === caller.personId),
  );
  return { status: 200, body: pageResponse(visible.map(tokenView), page.cursor, scope) };
});
