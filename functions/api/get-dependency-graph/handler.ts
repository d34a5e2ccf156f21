import { loadGraph } from '#app/reports/load-graph.ts';
import { loadEndedScan } from '#app/scans/load-scan.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, query }, { store, blobs }) => {
    const scan = await loadEndedScan({ organizationId, scanId }, store);
    return { status: 200, body: await loadGraph(scan, query, blobs) };
  },
);
