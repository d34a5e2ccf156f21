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
  const owner = {
    listedOf: organizationId,
    ...(!managers.includes(caller.role) && { personId: caller.personId }),
  };
  const page = await store.list('issuedTokens', owner, { limit: query.limit, ...(cursor && { cursor }) });
  return { status: 200, body: pageResponse(page.items.map(tokenView), page.cursor, scope) };
});
