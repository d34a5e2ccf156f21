import { loadBranches } from '#app/repositories/load-branches.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, sourceCheck: wireSourceCheck },
  async ({ caller: { organizationId }, params, query: { q: part, limit, cursor } }, ports) => {
    const repositoryId = params.repositoryId.toLowerCase();
    const scope = { list: endpoint.name, owner: JSON.stringify([organizationId, repositoryId, part]) };
    const branches = { part, limit, after: decodeCursor(cursor, scope) };
    const page = await loadBranches({ organizationId, repositoryId, branches }, ports);
    return { status: 200, body: pageResponse(page.items, page.cursor, scope) };
  },
);
