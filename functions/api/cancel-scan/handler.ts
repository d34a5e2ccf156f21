import { cancelScan } from '#app/scans/cancel-scan.ts';
import { describeScan } from '#app/scans/pipeline-statements.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireBlobReader, wireBlobRemover, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWorkflowStopper } from '#runtime/wire/workflow.ts';
import { scanStateView } from '@scangate/domain/scans/scan-views';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() }),
    workflow: wireWorkflowStopper,
  },
  async ({ caller: { organizationId }, params: { scanId }, now }, ports) => {
    const scan = await cancelScan({ organizationId, scanId }, { ...ports, log }, now);
    return { status: 200, body: scanStateView(await describeScan(scan, ports.blobs)) };
  },
);
