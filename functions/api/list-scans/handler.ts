import { isUnknownBranch, listScans } from '#app/scans/list-scans.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

const unknownBranch = 'No scan names this branch. Branches are compared with upper and lower case.';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller: { organizationId }, query: { limit, cursor: given, ...filter }, now }, { store }) => {
    const scope = { list: endpoint.name, owner: organizationId };
    const cursor = decodeCursor(given, scope);
    const page = await listScans({ organizationId, filter, limit, cursor }, store, now);
    const body = pageResponse(page.items.map(scanStateView), page.cursor, scope);
    const { branch } = filter;
    const isUnknown =
      page.items.length === 0 &&
      branch !== undefined &&
      (await isUnknownBranch({ organizationId, branch }, store, now));
    return { status: 200, body: { ...body, ...(isUnknown && { hint: unknownBranch }) } };
  },
);
