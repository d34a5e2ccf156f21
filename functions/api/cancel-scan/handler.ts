import { Problem } from '../../../lib/domain/problem.ts';
import { stateView } from '../../../lib/domain/scans/views.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireRemover } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireStopper } from '../../../lib/runtime/wire/workflow.ts';
import { endScan } from '../../workflow/scan/end-scan.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireRemover, workflow: wireStopper },
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
    return { status: 200, body: stateView(scan) };
  },
);
