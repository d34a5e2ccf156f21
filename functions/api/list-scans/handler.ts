import { loadFullNames } from '#app/repositories/load-full-names.ts';
import { isUnknownBranch, listScans } from '#app/scans/list-scans.ts';
import { describeScans } from '#app/scans/pipeline-statements.ts';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { instantRange } from '@scangate/domain/instant';
import { gatedScanView, scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

const unknownBranch = 'No scan names this branch. Branches are compared with upper and lower case.';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, query, now }, { store, blobs }) => {
    const { limit, cursor: given, view, from, to, ...named } = query;
    const isRange = from !== undefined || to !== undefined;
    const filter = { ...named, ...(isRange && { created: instantRange({ from, to }) }) };
    const scope = { list: endpoint.name, owner: JSON.stringify([organizationId, filter]) };
    const cursor = decodeCursor(given, scope);
    const page = await listScans({ organizationId, filter, limit, cursor }, store, now);
    const repositoryIds = page.items.map(({ repositoryId }) => repositoryId);
    const names = view && (await loadFullNames({ organizationId, repositoryIds }, store));
    const items = (await describeScans(page.items, blobs)).map((scan) =>
      names ? gatedScanView(scan, names.get(scan.repositoryId)) : scanStateView(scan),
    );
    const body = pageResponse(items, page.cursor, scope);
    const { branch } = filter;
    const isUnknown =
      page.items.length === 0 &&
      branch !== undefined &&
      (await isUnknownBranch({ organizationId, branch }, store, now));
    return { status: 200, body: { ...body, ...(isUnknown && { hint: unknownBranch }) } };
  },
);
