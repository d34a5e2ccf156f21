import { loadFullNames } from '#app/repositories/load-full-names.ts';
import { listTrackedFindings } from '#app/tracking/list-tracked-findings.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { findingView } from '@scangate/domain/tracking/finding-view';
import { endpoint } from './endpoint.ts';

const flagOf = (given: 'true' | 'false' | undefined): boolean | undefined =>
  given === undefined ? undefined : given === 'true';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query: { limit, cursor: given, view, ...query }, now }, { store }) => {
    const facets = { ...query, fixable: flagOf(query.fixable), knownExploited: flagOf(query.knownExploited) };
    const scope = { list: `${endpoint.name} ${JSON.stringify(facets)}`, owner: organizationId };
    const cursor = decodeCursor(given, scope);
    const page = await listTrackedFindings({ organizationId, facets, limit, cursor }, store, now);
    const repositoryIds = page.items.map(({ repositoryId }) => repositoryId);
    const names = view && (await loadFullNames({ organizationId, repositoryIds }, store));
    const items = page.items.map((row) => {
      const fullName = names?.get(row.repositoryId);
      return { ...findingView(row), ...(fullName !== undefined && { fullName }) };
    });
    return { status: 200, body: pageResponse(items, page.cursor, scope) };
  },
);
