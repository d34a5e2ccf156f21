import { isListedByName, listRepositories } from '#app/repositories/list-repositories.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, query: { cursor: given, ...query } }, { store }) => {
    const list = isListedByName(query) ? `${endpoint.name} by name` : endpoint.name;
    const scope = { list, owner: caller.organizationId };
    const cursor = decodeCursor(given, scope);
    const page = await listRepositories({ caller, ...query, cursor }, store);
    return { status: 200, body: pageResponse(page.items, page.cursor, scope) };
  },
);
