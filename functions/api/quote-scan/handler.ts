import { quoteScan } from '#app/scans/quote-scan.ts';
import { parseScanRequest } from '#contract/schemas/scan-request.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { activeScanLimit, wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller, body, artifact, now }, ports) => ({
    status: 200,
    body: await quoteScan(
      { caller, body, artifact },
      { ...ports, parseScanRequest, activeScanLimit: activeScanLimit() },
      now,
    ),
  }),
);
