import { Problem } from '@scangate/domain/problem';
import { scanStateView } from '@scangate/domain/scans/scan-views';
import { serve } from '#runtime/serve.ts';
import { wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWorkflowStopper } from '#runtime/wire/workflow.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobRemover, workflow: wireWorkflowStopper },
  async ({ caller, params, now }, { store, blobs, workflow }) => {
    const { organizationId } = caller;
    const ref = { organizationId, scanId: params.scanId };
    const scan = await endScan(ref, () => ({ status: 'cancelled' }), { store, blobs }, now);
    if (!scan) throw new Problem('scan_not_found');
    if (scan.status !== 'cancelled') {
      throw new Problem('conflict', {
        detail: `The scan has ${scan.status} already.`,
        scanStatus: scan.status,
      });
    }
    await workflow.stop(ref, 'cancelled by a client');
    return { status: 200, body: scanStateView(scan) };
  },
);
