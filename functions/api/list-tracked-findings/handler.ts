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
  async ({ caller: { organizationId }, query: { limit, cursor: given, ...query }, now }, { store }) => {
    const facets = { ...query, fixable: flagOf(query.fixable), knownExploited: flagOf(query.knownExploited) };
    const scope = { list: `${endpoint.name} ${JSON.stringify(facets)}`, owner: organizationId };
    const cursor = decodeCursor(given, scope);
    const page = await listTrackedFindings({ organizationId, facets, limit, cursor }, store, now);
    return { status: 200, body: pageResponse(page.items.map(findingView), page.cursor, scope) };
  },
);
