import { compareScans } from '#app/verdict/compare-scans.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { comparisonView } from '@scangate/domain/comparison/comparison-view';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, query }, ports) => {
    const compared = await compareScans({ organizationId, scanId, withScanId: query.with }, ports);
    return { status: 200, body: comparisonView(compared) };
  },
);
